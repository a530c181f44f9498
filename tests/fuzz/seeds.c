/* Writes what fuzzing starts from, a folder for each target: small files of every kind, and those
 * of the bundled maps and click sets that are small. */
#include "tests/maps/files.h"

#include <dirent.h>
#include <sys/stat.h>

#include "build_paths.h"
#include "tests/maps/formats/scene/ags_bytes.h"

#define LARGEST_BUNDLED 8192
#define DRAWING(rest) "\n{\"format\": \"footrace-polygon/1\", \"size\": [20, 10]" rest "}"
#define CLICKS(clicks)                                                                             \
    "{\"format\": \"footrace-clicks/1\", \"map\": \"a\", \"clicks\": [" clicks "]}"

static const char *top;

static void fail_at(const char *path)
{
    perror(path);
    exit(1);
}

static void put_seed(const char *target, const char *name, const char *options, const void *bytes,
                     size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", top, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", top, target, name);
    FILE *stream = fopen(path, "wb");
    if (!stream || fputs(options, stream) < 0 || fwrite(bytes, 1, size, stream) != size ||
        fclose(stream) != 0)
        fail_at(path);
}

static void put_image(const char *name, const char *options, const void *bytes, size_t size)
{
    put_seed("image", name, options, bytes, size);
}

static void put_pngs(void)
{
    static const struct {
        uint8_t colour_type, depth;
        const char *options;
    } kinds[] = {{SPNG_COLOR_TYPE_GRAYSCALE, 1, "\n"},
                 {SPNG_COLOR_TYPE_GRAYSCALE, 8, "threshold=3,invert=on\n"},
                 {SPNG_COLOR_TYPE_GRAYSCALE, 16, "\n"},
                 {SPNG_COLOR_TYPE_TRUECOLOR, 8, "channel=luminance\n"},
                 {SPNG_COLOR_TYPE_TRUECOLOR, 16, "legend=000000=0/01ff00=2\n"},
                 {SPNG_COLOR_TYPE_INDEXED, 2, "ags=on\n"},
                 {SPNG_COLOR_TYPE_INDEXED, 4, "indices=on\n"},
                 {SPNG_COLOR_TYPE_INDEXED, 8, "radius=1\n"},
                 {SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 8, "alpha=off\n"},
                 {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8, "channel=alpha\n"},
                 {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 16, "scale=2\n"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint8_t interlaced = 0; interlaced < 2; interlaced++) {
            uint16_t samples[5 * 3 * 4];
            char name[32];
            size_t size;
            for (size_t j = 0; j < sizeof samples / sizeof *samples; j++)
                samples[j] = (uint16_t)(j * 7 % 3 * ((1u << kinds[i].depth) - 1) / 2);
            struct png_image image = {.width = 5,
                                      .height = 3,
                                      .colour_type = kinds[i].colour_type,
                                      .depth = kinds[i].depth,
                                      .interlaced = interlaced,
                                      .samples = samples};
            if (kinds[i].colour_type == SPNG_COLOR_TYPE_INDEXED) {
                image.palette.n_entries = 1u << kinds[i].depth;
                image.transparent.n_type3_entries = 2;
                image.has_transparent = true;
            }
            void *bytes = encode_png(&image, &size);
            snprintf(name, sizeof name, "%zu-%d.png", i, interlaced);
            put_image(name, kinds[i].options, bytes, size);
            free(bytes);
        }
}

static void put_ags_rooms(void)
{
    static const uint8_t runs[] = {0xFE, 1, 1, 2, 0, 0xFA, 0};
    static const int versions[] = {17, 25, 28, 33, 36306};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        static uint8_t bytes[AGS_MOST_BYTES];
        const struct ags_room room = {versions[i], 4, 3, runs, sizeof runs, AGS_NO_LIES};
        char name[32];
        snprintf(name, sizeof name, "%d.crm", versions[i]);
        put_image(name, "\n", bytes, make_ags_room(bytes, &room));
    }
}

/* The target is the first word; maps start with the line of their options. */
static const char *const texts[][2] = {
    {"grid", "\ntype octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n"},
    {"grid", "dialect=hog2\nwidth 4\r\nheight 2\r\ntype octile\r\nmap\r\n.GST\r\nOTW."},
    {"grid", "dialect=warthog\ntype octile\nheight 2\nwidth 3\nmap\n.G@\nSTW\n"},
    {"grid", "radius=1\nfootrace-ascii/1 4 3\n..#2\n.a.Z\n....\n"},
    {"grid", "\nfootrace-ascii/1 4 2 walls\n. . # 2\n-   +\n.|3 3 3\n"},
    {"grid", "scale=2\n..#\n.2.\n...\n"},
    {"polygon", DRAWING("")},
    {"polygon",
     DRAWING(", \"areas\": [{\"id\": 1, \"name\": \"floor\", \"outers\": [[[2, 2], [8, 2], "
             "[8, 8.5], [2, 8]]], \"holes\": [[[3, 3], [5, 3], [4, 5]]]}, {\"id\": 2, "
             "\"outers\": [[[8, 2], [12, 2], [10, 6]]]}], \"disabled\": [\"floor\", 2]")},
    {"polygon",
     DRAWING(", \"shapes\": [{\"add\": [[2, 2], [8, 2], [8, 8], [2, 8]]}, {\"subtract\": "
             "[[6, 4], [12, 4.5], [12, 6]]}, {\"add\": [[1, 1], [9, 3], [5, 8]], "
             "\"area\": 2}]")},
    {"polygon", "\nmesh 2 4 2 0 0 2 0 -1 5 0 1 0 5 5 2 0 1 0 5 1 1\n3 0 1 2 1 -1 -1\n"
                "3 0 2 3 -1 0 -1\n"},
    {"polygon", "radius=1,shape=hexagon\nmesh\n2\n4 1\n0 0 1 0\n9 0 1 0\n9 9 1 0\n0 9 1 0\n"
                "4 0 1 2 3 -1 -1 -1 -1\n"},
    {"scene",
     "\n[gd_scene format=3]\n[sub_resource type=\"NavigationPolygon\" id=\"1\"]\nvertices = "
     "PackedVector2Array(2, 2, 8, 2, 8, 8)\npolygons = Array[PackedInt32Array]("
     "[PackedInt32Array(0, 1, 2)])\n[node name=\"A\" type=\"Node2D\"]\nposition = "
     "Vector2(-3, 1)\n[node name=\"B\" type=\"NavigationRegion2D\" parent=\".\"]\n"
     "rotation = 0.5\nenabled = false\nnavigation_polygon = SubResource(\"1\")\n"},
    {"scene", "radius=1,floor=C\n[gd_scene format=2]\n[node name=\"A\" type=\"Node2D\"]\n"
              "transform = Transform2D( 1, 0, 0, 2, 0, 1 )\n[node name=\"C\" "
              "type=\"CollisionPolygon2D\" parent=\".\"]\npolygon = PoolVector2Array( 0, 0, 9, 0, "
              "0, 9, 9, 9 )\n"},
    {"scene", "\n{\"orientation\": \"orthogonal\", \"width\": 4, \"height\": 3, \"tilewidth\": 5, "
              "\"tileheight\": 4, \"layers\": [{\"type\": \"group\", \"offsetx\": 2, \"layers\": "
              "[{\"type\": \"objectgroup\", \"name\": \"walls\", \"objects\": [{\"x\": 1, \"y\": "
              "1, \"width\": 4, \"height\": 3, \"rotation\": 30}, {\"ellipse\": true, "
              "\"width\": 5, \"height\": 4}, {\"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 4, "
              "\"y\": 0}, {\"x\": 1, \"y\": 3}]}]}]}]}"},
    {"scene", "floor=-G\n<map orientation=\"orthogonal\" width=\"2\" height=\"1\" "
              "tilewidth=\"5\" tileheight=\"4\"><layer name=\"G\" width=\"2\" height=\"1\"><data "
              "encoding=\"csv\">1,0</data></layer><objectgroup name=\"o\"><object x=\"1\" y=\"1\">"
              "<polygon points=\"0,0 4,0 -1,3.5\"/></object></objectgroup></map>"},
    {"scene", "\n{\"roomsize\": \"{20,10}\", \"walkboxes\": [{\"name\": \"a\", \"polygon\": "
              "\"{1,1};{5,1};{5,4};{1,4}\"}, {\"polygon\": \"{5,1};{9,1};{9,4}\"}]}"},
    {"clicks", CLICKS("{\"start\": [1, 2], \"goal\": [3, 4], \"tag\": \"a\", \"expect\": "
                      "{\"grid8\": 2.83, \"digits\": 2}}, {\"goal\": [-5, 900]}")},
    {"clicks", CLICKS("{\"disable\": [1, 255]}, {\"enable\": [1]}, {\"block\": [1, 2, 3, 4]}, "
                      "{\"unblock\": [-1, 2, 1, 1]}, {\"wall\": [3, 4, \"e\", true]}, "
                      "{\"wall\": [3, 4, \"s\", false]}")},
    {"clicks", CLICKS("{\"patch\": [60, -1], \"rows\": [\"..@\", \"#2Z\"]}")},
    {"scen", "version 1\n0\tmaps/a.map\t70\t9\t1\t2\t3\t4\t2.82843\n"},
    {"scen", "1 a.map 1 2 3 4 0\n1 a.map 1 2 1 2 0.00000\n"},
    {"scen", "version 2\nheight 9\nwidth 70\ncost 2 manhattan octile\npatch fuzz.patch\ncommands\n"
             "Q 0 0 0 1 1 2 1.4142\nP 0 1 3 4\nP 0 0 0 0\nQ 0 0 0 1 1 -1 -1\n"
             "\xFFtype patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n.@\n"
             "patch 1\nheight 2\nwidth 1\nmap\nT\nG\n"},
};

/* What of the bundled maps and click sets is small, each for the target that reads it. */
static void put_bundled(void)
{
    DIR *bundled = opendir(FOOTRACE_BUNDLED);
    const struct dirent *entry;
    if (!bundled)
        fail_at(FOOTRACE_BUNDLED);
    while ((entry = readdir(bundled)) != NULL) {
        const bool png = strstr(entry->d_name, ".png"), json = strstr(entry->d_name, ".json");
        const bool clicks = strstr(entry->d_name, ".clicks.json");
        char path[1024];
        size_t size;
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "manifest.json") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", FOOTRACE_BUNDLED, entry->d_name);
        char *bytes = get_bytes(path, &size);
        if (size <= LARGEST_BUNDLED)
            put_seed(clicks ? "clicks"
                     : png  ? "image"
                     : json ? "polygon"
                            : "grid",
                     entry->d_name, clicks ? "" : "\n", bytes, size);
        free(bytes);
    }
    closedir(bundled);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: seeds FOLDER\n");
        return 2;
    }
    top = argv[1];
    mkdir(top, 0777);
    put_pngs();
    put_ags_rooms();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char name[32];
        snprintf(name, sizeof name, "text-%zu", i);
        put_seed(texts[i][0], name, "", texts[i][1], strlen(texts[i][1]));
    }
    put_bundled();
    return 0;
}
