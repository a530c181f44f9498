// Footrace for C#: one file over the shared library, for .NET and Unity.
//
//     using (var room = new Footrace.Walker(mask, width, height))   // one byte per pixel: 0 for walls, 1 to 255 for areas
//     {
//         Footrace.Walk walk = room.Find(hero.X, hero.Y, click.X, click.Y);
//         if (walk.Path != null) Follow(walk.Path);                  // null where the goal is not reachable
//     }
//
// The library is footrace (libfootrace.so, footrace.dll, libfootrace.dylib). A walker is used by one thread at a
// time. What the library refuses is an exception with its sentence.
using System;
using System.Runtime.InteropServices;

namespace Footrace
{
    /// <summary>A place in the mask, in pixels, y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Spot
    {
        public float X, Y;

        public Spot(float x, float y)
        {
            X = x;
            Y = y;
        }
    }

    /// <summary>The answer to one query.</summary>
    public sealed class Walk
    {
        /// <summary>From start to goal; null where the goal is not reachable.</summary>
        public Spot[] Path;
        public Spot Start, Goal;
        /// <summary>Whether an end could not be walked on, so that the nearest pixel took its place.</summary>
        public bool StartMoved, GoalMoved;
        /// <summary>In pixels.</summary>
        public double Length;
        /// <summary>The chosen pathfinder cannot take the room: another one answered.</summary>
        public bool Fallback;
    }

    /// <summary>Where a figure is on the path found last. A new one is at its start.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Position
    {
        public Spot Spot;
        /// <summary>Its direction, of length 1.</summary>
        public Spot Facing;
        /// <summary>Pixels from the start.</summary>
        public double Walked;
        [MarshalAs(UnmanagedType.I1)] public bool Arrived;
    }

    /// <summary>What the library refused, in its words.</summary>
    public sealed class FootraceException : Exception
    {
        public FootraceException(string message) : base(message)
        {
        }
    }

    internal static class Native
    {
        private const string Library = "footrace";
        internal const int Ok = 0, Unreachable = 1, LongPath = 2, Unfinished = 9, MessageBytes = 256;

        [StructLayout(LayoutKind.Sequential)]
        internal struct Mask
        {
            internal IntPtr Pixels;
            internal int Width, Height;
            internal IntPtr Stride;
            internal int Format;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Answer
        {
            internal Spot Start, Goal;
            [MarshalAs(UnmanagedType.I1)] internal bool StartMoved;
            [MarshalAs(UnmanagedType.I1)] internal bool GoalMoved;
            internal UIntPtr Count;
            internal double Length;
            [MarshalAs(UnmanagedType.I1)] internal bool Fallback;
        }

        [DllImport(Library)] internal static extern IntPtr fr_walker_status_text(int status);
        [DllImport(Library)] internal static extern IntPtr fr_walker_pathfinder(int number);
        [DllImport(Library)] internal static extern int fr_walker_from_mask(
            ref Mask mask, byte[] pathfinder, IntPtr memory, byte[] message, out IntPtr walker);
        [DllImport(Library)] internal static extern int fr_walker_with_radius(
            Handle walker, float radius, out IntPtr other);
        [DllImport(Library)] internal static extern int fr_walker_prepare(Handle walker);
        [DllImport(Library)] internal static extern int fr_walker_prepare_some(Handle walker, long work);
        [DllImport(Library)] internal static extern int fr_walker_field(Handle walker, Spot goal);
        [DllImport(Library)]
        [return: MarshalAs(UnmanagedType.I1)]
        internal static extern bool fr_walker_still_walkable(Handle walker, ref Position position);
        [DllImport(Library)] internal static extern int fr_walker_find(
            Handle walker, Spot from, Spot to, [Out] Spot[] path, UIntPtr capacity, out Answer walk);
        [DllImport(Library)] internal static extern UIntPtr fr_walker_path(
            Handle walker, UIntPtr first, [Out] Spot[] path, UIntPtr capacity);
        [DllImport(Library)] internal static extern int fr_walker_advance(
            Handle walker, double distance, ref Position position);
        [DllImport(Library)] internal static extern int fr_walker_closest(
            Handle walker, Spot from, Spot to, out Spot closest);
        [DllImport(Library)]
        [return: MarshalAs(UnmanagedType.I1)]
        internal static extern bool fr_walker_walkable(Handle walker, Spot spot);
        [DllImport(Library)] internal static extern int fr_walker_open(
            Handle walker, int area, [MarshalAs(UnmanagedType.I1)] bool open);
        [DllImport(Library)] internal static extern int fr_walker_block(
            Handle walker, int x, int y, int width, int height, [MarshalAs(UnmanagedType.I1)] bool blocked);
        [DllImport(Library)] internal static extern int fr_walker_paint(
            Handle walker, int x, int y, ref Mask mask);
        [DllImport(Library)] internal static extern int fr_walker_save(
            Handle walker, out IntPtr bytes, out UIntPtr size);
        [DllImport(Library)] internal static extern int fr_walker_load(
            Handle walker, byte[] bytes, UIntPtr size);
        [DllImport(Library)] internal static extern void fr_walker_release(IntPtr walker);

        internal sealed class Handle : SafeHandle
        {
            internal Handle(IntPtr walker) : base(IntPtr.Zero, true)
            {
                SetHandle(walker);
            }

            public override bool IsInvalid
            {
                get { return handle == IntPtr.Zero; }
            }

            protected override bool ReleaseHandle()
            {
                fr_walker_release(handle);
                return true;
            }
        }

        internal static string Text(IntPtr text)
        {
            return Marshal.PtrToStringAnsi(text);
        }

        internal static void Check(int status)
        {
            if (status != Ok)
                throw new FootraceException(Text(fr_walker_status_text(status)));
        }

        internal static GCHandle Pin(byte[] pixels, int width, int height, out Mask mask)
        {
            if (pixels == null)
                throw new ArgumentNullException("pixels");
            if ((long)width * height != pixels.Length)
                throw new ArgumentException("found " + pixels.Length + " bytes, expected " + width + " x " + height,
                                            "pixels");
            GCHandle pinned = GCHandle.Alloc(pixels, GCHandleType.Pinned);
            mask = new Mask {Pixels = pinned.AddrOfPinnedObject(), Width = width, Height = height};
            return pinned;
        }
    }

    /// <summary>A room and a pathfinder that knows it.</summary>
    public sealed class Walker : IDisposable
    {
        private readonly Native.Handle walker;
        private Spot[] spots = new Spot[64];

        /// <summary>A room from a mask, one byte per pixel; a pathfinder by name, or the library's default.</summary>
        public Walker(byte[] pixels, int width, int height, string pathfinder = null)
        {
            Native.Mask mask;
            GCHandle pinned = Native.Pin(pixels, width, height, out mask);
            try
            {
                var message = new byte[Native.MessageBytes];
                byte[] name = pathfinder == null ? null : System.Text.Encoding.UTF8.GetBytes(pathfinder + "\0");
                IntPtr made;
                if (Native.fr_walker_from_mask(ref mask, name, IntPtr.Zero, message, out made) != Native.Ok)
                    throw new FootraceException(
                        System.Text.Encoding.UTF8.GetString(message, 0, Array.IndexOf(message, (byte)0)));
                walker = new Native.Handle(made);
            }
            finally
            {
                pinned.Free();
            }
        }

        private Walker(IntPtr made)
        {
            walker = new Native.Handle(made);
        }

        /// <summary>A walker for a figure with a radius in pixels, in the same room.</summary>
        public Walker WithRadius(float radius)
        {
            IntPtr made;
            Native.Check(Native.fr_walker_with_radius(walker, radius, out made));
            return new Walker(made);
        }

        /// <summary>The names of the pathfinders in the library.</summary>
        public static string[] Pathfinders()
        {
            var names = new System.Collections.Generic.List<string>();
            for (IntPtr name; (name = Native.fr_walker_pathfinder(names.Count)) != IntPtr.Zero;)
                names.Add(Native.Text(name));
            return names.ToArray();
        }

        /// <summary>Does now what the first Find, or the next one after a change, would do.</summary>
        public void Prepare()
        {
            Native.Check(Native.fr_walker_prepare(walker));
        }

        /// <summary>Prepares a part: work is in units of about ten nanoseconds. Whether all is prepared.</summary>
        public bool PrepareSome(long work)
        {
            int status = Native.fr_walker_prepare_some(walker, work);
            if (status != Native.Unfinished)
                Native.Check(status);
            return status == Native.Ok;
        }

        /// <summary>Makes finds to one goal fast, from everywhere, until the room changes: with polyanya only.</summary>
        public void Field(float x, float y)
        {
            Native.Check(Native.fr_walker_field(walker, new Spot(x, y)));
        }

        public Walk Find(float x, float y, float toX, float toY)
        {
            Native.Answer answer;
            int status = Native.fr_walker_find(walker, new Spot(x, y), new Spot(toX, toY), spots,
                                               (UIntPtr)(uint)spots.Length, out answer);
            if (status == Native.LongPath)
            {
                spots = new Spot[2 * (int)answer.Count];
                Native.fr_walker_path(walker, UIntPtr.Zero, spots, answer.Count);
            }
            else if (status != Native.Unreachable)
            {
                Native.Check(status);
            }
            Spot[] path = null;
            if (status != Native.Unreachable)
            {
                path = new Spot[(int)answer.Count];
                Array.Copy(spots, path, path.Length);
            }
            return new Walk {Path = path, Start = answer.Start, Goal = answer.Goal,
                             StartMoved = answer.StartMoved, GoalMoved = answer.GoalMoved,
                             Length = answer.Length, Fallback = answer.Fallback};
        }

        /// <summary>Moves a figure along the path found last; false where there is none.</summary>
        public bool Advance(double distance, ref Position position)
        {
            int status = Native.fr_walker_advance(walker, distance, ref position);
            if (status != Native.Unreachable)
                Native.Check(status);
            return status != Native.Unreachable;
        }

        /// <summary>Whether the rest of the path found last is free, for a figure at a position on it.</summary>
        public bool StillWalkable(Position position)
        {
            return Native.fr_walker_still_walkable(walker, ref position);
        }

        /// <summary>The spot nearest to the goal that can be walked to; null if there is none.</summary>
        public Spot? Closest(float x, float y, float toX, float toY)
        {
            Spot closest;
            int status = Native.fr_walker_closest(walker, new Spot(x, y), new Spot(toX, toY), out closest);
            if (status == Native.Unreachable)
                return null;
            Native.Check(status);
            return closest;
        }

        public bool Walkable(float x, float y)
        {
            return Native.fr_walker_walkable(walker, new Spot(x, y));
        }

        /// <summary>Opens or closes all of an area, 1 to 255.</summary>
        public void Open(int area, bool open = true)
        {
            Native.Check(Native.fr_walker_open(walker, area, open));
        }

        /// <summary>Blocks or frees a rectangle of pixels.</summary>
        public void Block(int x, int y, int width, int height, bool blocked = true)
        {
            Native.Check(Native.fr_walker_block(walker, x, y, width, height, blocked));
        }

        /// <summary>Paints a mask over the room, its top left pixel at x, y.</summary>
        public void Paint(int x, int y, byte[] pixels, int width, int height)
        {
            Native.Mask mask;
            GCHandle pinned = Native.Pin(pixels, width, height, out mask);
            try
            {
                Native.Check(Native.fr_walker_paint(walker, x, y, ref mask));
            }
            finally
            {
                pinned.Free();
            }
        }

        /// <summary>What was prepared, as bytes for Load.</summary>
        public byte[] Save()
        {
            IntPtr bytes;
            UIntPtr size;
            Native.Check(Native.fr_walker_save(walker, out bytes, out size));
            var saved = new byte[(int)size];
            Marshal.Copy(bytes, saved, 0, saved.Length);
            return saved;
        }

        public void Load(byte[] saved)
        {
            if (saved == null)
                throw new ArgumentNullException("saved");
            Native.Check(Native.fr_walker_load(walker, saved, (UIntPtr)(uint)saved.Length));
        }

        public void Dispose()
        {
            walker.Dispose();
        }
    }
}
