/** The answer to one query. Coordinates are the mask's pixels, y down. */
export interface Walk {
    /** x, y, x, y, ...: from start to goal; null where no path leads there. */
    path: Float32Array | null;
    start: [number, number];
    goal: [number, number];
    /** Whether an end could not be walked on, so that the nearest pixel took its place. */
    startMoved: boolean;
    goalMoved: boolean;
    /** In pixels. */
    length: number;
    /** The chosen pathfinder cannot take the room: another one answered. */
    fallback: boolean;
}

/** Where a figure is on the path found last. */
export interface Position {
    x: number;
    y: number;
    /** Its direction, of length 1. */
    facing: [number, number];
    /** Pixels from the start. */
    walked: number;
    arrived: boolean;
}

/** A room and a pathfinder that knows it. Methods throw an Error that says what was expected. */
export declare class Walker {
    private constructor();
    static fromMask(mask: Uint8Array | Uint8ClampedArray, width: number, height: number, pathfinder?: string): Walker;
    static fromImageData(image: { data: Uint8ClampedArray; width: number; height: number }, pathfinder?: string): Walker;
    /** A walker for a figure with a radius in pixels, in the same room: what changes, changes for both. */
    withRadius(radius: number): Walker;
    /** Does now what the first find, or the next one after a change, would do. */
    prepare(): void;
    /** Prepares a part: work is in units of about ten nanoseconds. Whether all is prepared. */
    prepareSome(work: number): boolean;
    /** Makes finds to one goal fast, from everywhere, until the room changes: with polyanya only. */
    field(x: number, y: number): void;
    find(x: number, y: number, toX: number, toY: number): Walk;
    /** Where a figure is that was at a position, or at the start, and went on; null without a path found last. */
    advance(distance: number, position?: Position): Position | null;
    /** Whether the rest of the path found last is free, for a figure at a position on it. */
    stillWalkable(position?: Position): boolean;
    /** The spot nearest to the goal that can be walked to; null if there is none. */
    closest(x: number, y: number, toX: number, toY: number): [number, number] | null;
    walkable(x: number, y: number): boolean;
    /** Opens or closes all of an area, 1 to 255. */
    open(area: number, isOpen?: boolean): void;
    /** Blocks or frees a rectangle of pixels. */
    block(x: number, y: number, width: number, height: number, blocked?: boolean): void;
    /** Paints a mask over the room, its top left pixel at x, y. */
    paint(x: number, y: number, mask: Uint8Array | Uint8ClampedArray, width: number, height: number): void;
    save(): Uint8Array;
    load(saved: Uint8Array): void;
    free(): void;
}

/** Compiles the library, once. Everything after it is synchronous. */
export declare function load(): Promise<{ Walker: typeof Walker; pathfinders: () => string[] }>;
