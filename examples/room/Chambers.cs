// A room with two chambers, a gate between them, pillars and a crate. It is the same in each language.
using System;
using System.Globalization;
using Footrace;

public static class Chambers
{
    private const int Width = 640, Height = 360, Gate = 2;

    private static void Fill(byte[] mask, int x, int y, int width, int height, byte area)
    {
        for (int row = y; row < y + height; row++)
            for (int column = x; column < x + width; column++)
                mask[row * Width + column] = area;
    }

    private static Walker Enter()
    {
        var mask = new byte[Width * Height];
        Fill(mask, 0, 0, Width, Height, 1);
        Fill(mask, 300, 0, 20, Height, 0);
        Fill(mask, 300, 150, 20, 60, Gate);
        for (int i = 0; i < 4; i++)
            Fill(mask, 80 + 130 * i, i % 2 == 1 ? 60 : 200, 50, 90, 0);
        using (var point = new Walker(mask, Width, Height))
            return point.WithRadius(6);
    }

    // Where no way leads, as near as there is one; 4 pixels a frame.
    private static Spot Go(Walker room, Spot from, Spot to)
    {
        Walk walk = room.Find(from.X, from.Y, to.X, to.Y);
        if (walk.Path == null)
        {
            to = room.Closest(from.X, from.Y, to.X, to.Y).Value;
            walk = room.Find(from.X, from.Y, to.X, to.Y);
        }
        Console.Write(walk.Length.ToString("F2", CultureInfo.InvariantCulture) + " pixels:");
        foreach (Spot spot in walk.Path)
            Console.Write(string.Format(CultureInfo.InvariantCulture, " {0:F1},{1:F1}", spot.X, spot.Y));
        Console.WriteLine();
        var at = new Position();
        while (!at.Arrived && room.Advance(4, ref at))
            continue; // draw the hero at at.Spot, facing at.Facing
        return at.Spot;
    }

    public static void Main()
    {
        using (Walker room = Enter())
        {
            room.Open(Gate, false);
            Spot hero = Go(room, new Spot(40, 320), new Spot(600, 20));
            room.Open(Gate);
            hero = Go(room, hero, new Spot(600, 20));
            room.Block(330, 160, 24, 24);
            hero = Go(room, hero, new Spot(100, 330));
            Go(room, hero, new Spot(-50, 400));
        }
    }
}
