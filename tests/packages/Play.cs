// Holds the C# package against the native answers: Play.exe PLAYS
using System;
using System.IO;
using System.Text;
using Footrace;

public static class Play
{
    private const int FindKind = 0, ClosestKind = 1, BlockKind = 2, OpenKind = 3, Stride = 40;

    private static void Expect(bool holds, string what)
    {
        if (!holds)
            throw new Exception(what + " differs from the native answer");
    }

    private static int Act(Walker room, BinaryReader plays)
    {
        int kind = plays.ReadInt32();
        int a = plays.ReadInt32(), b = plays.ReadInt32(), c = plays.ReadInt32(), d = plays.ReadInt32();
        int e = plays.ReadInt32();
        if (kind == BlockKind)
        {
            room.Block(a, b, c, d, e != 0);
        }
        else if (kind == OpenKind)
        {
            room.Open(a, b != 0);
        }
        else if (kind == FindKind)
        {
            Walk walk = room.Find(a, b, c, d);
            int status = plays.ReadInt32(), count = plays.ReadInt32();
            Expect((walk.Path != null) == (status == 0), "outcome");
            Expect(walk.Path == null || walk.Path.Length == count, "count");
            for (int i = 0; i < count; i++)
            {
                float x = plays.ReadSingle(), y = plays.ReadSingle();
                Expect(walk.Path[i].X == x && walk.Path[i].Y == y, "spot");
            }
            var position = new Position();
            Expect(room.Advance(Stride, ref position) == (status == 0), "advance");
            foreach (float found in new[] {position.Spot.X, position.Spot.Y, position.Facing.X, position.Facing.Y})
                Expect(plays.ReadSingle() == found, "position");
            return 1;
        }
        else if (kind == ClosestKind)
        {
            Spot? found = room.Closest(a, b, c, d);
            int status = plays.ReadInt32();
            float x = plays.ReadSingle(), y = plays.ReadSingle();
            Expect(found.HasValue == (status == 0), "closest");
            Expect(!found.HasValue || (found.Value.X == x && found.Value.Y == y), "closest");
        }
        else
        {
            var floor = new byte[c * d];
            floor[0] = 1;
            room.Paint(a, b, floor, c, d);
        }
        return 0;
    }

    private static int PlayAll(BinaryReader plays)
    {
        int finds = 0;
        for (int rooms = plays.ReadInt32(); rooms > 0; rooms--)
        {
            string name = Encoding.UTF8.GetString(plays.ReadBytes(plays.ReadInt32()));
            int width = plays.ReadInt32(), height = plays.ReadInt32();
            using (var point = new Walker(plays.ReadBytes(width * height), width, height, name))
            using (var room = point.WithRadius(plays.ReadInt32()))
            {
                for (int actions = plays.ReadInt32(); actions > 0; actions--)
                    finds += Act(room, plays);
                if (name != "polyanya") // it prepares as quickly as it would load
                    room.Load(room.Save());
            }
        }
        Expect(plays.BaseStream.Position == plays.BaseStream.Length, "length");
        return finds;
    }

    // What the plays do not hold: slices, a field, and a path after a change.
    private static void Newer()
    {
        var floor = new byte[640 * 480];
        for (int i = 0; i < floor.Length; i++)
            floor[i] = 1;
        using (var hall = new Walker(floor, 640, 480, "polyanya"))
        {
            while (!hall.PrepareSome(1))
                continue;
            Walk alone = hall.Find(5, 5, 600, 400);
            hall.Field(600, 400);
            Expect(hall.Find(5, 5, 600, 400).Length == alone.Length, "field");
            var position = new Position();
            Expect(hall.StillWalkable(position) && hall.Advance(40, ref position) && hall.StillWalkable(position), "free");
            hall.Block(300, 0, 9, 480);
            Expect(!hall.StillWalkable(position), "blocked");
        }
    }

    private static bool Refused(Action misuse)
    {
        try
        {
            misuse();
        }
        catch (FootraceException)
        {
            return true;
        }
        catch (ArgumentException)
        {
            return true;
        }
        catch (ObjectDisposedException)
        {
            return true;
        }
        return false;
    }

    public static int Main(string[] words)
    {
        int finds;
        Newer();
        using (var plays = new BinaryReader(File.OpenRead(words[0])))
            finds = PlayAll(plays);
        var mask = new byte[12];
        for (int i = 0; i < mask.Length; i++)
            mask[i] = 1;
        Walker room = new Walker(mask, 4, 3, "visgraph"), other = new Walker(mask, 3, 4, "visgraph");
        Walker freed = new Walker(mask, 4, 3);
        var position = new Position();
        byte[] saved = room.Save(), cut = new byte[saved.Length - 1];
        Array.Copy(saved, cut, cut.Length);
        freed.Dispose();
        Action[] misuses = {
            () => new Walker(null, 4, 3), () => new Walker(mask, 5, 3), () => new Walker(new byte[0], 0, 0),
            () => new Walker(mask, 4, 3, "teleport"), () => freed.Find(0, 0, 1, 1), () => freed.Prepare(),
            () => room.Find(float.NaN, 0, 1, 1), () => room.Find(0, 0, float.PositiveInfinity, 1),
            () => room.Open(0), () => room.Open(256), () => room.Paint(0, 0, mask, 9, 9),
            () => room.Paint(0, 0, null, 1, 1), () => room.WithRadius(-1),
            () => room.WithRadius(float.NaN), () => room.Advance(double.NaN, ref position), () => room.Load(cut), () => other.Load(saved), () => room.Load(null),
            () => room.Field(1, 1), () => room.Field(float.NaN, 1), () => room.PrepareSome(0)};
        int refused = 0;
        foreach (Action misuse in misuses)
            refused += Refused(misuse) ? 1 : 0;
        Expect(refused == misuses.Length, refused + " of " + misuses.Length + " misuses refused: it");
        Console.WriteLine("csharp: {0} native paths, {1} of {2} misuses refused", finds, refused, misuses.Length);
        return 0;
    }
}
