#include "maps/formats/base/xml_file.h"

#include <expat.h>
#include <string.h>

#include "maps/formats/base/words.h"

#define DEEPEST 200

struct parse {
    const struct fr_file *file;
    const struct fr_xml_handlers *handlers;
    void *user;
    XML_Parser parser;
    int depth;
    enum fr_status status;
};

const char *fr_xml_attribute(const char *const *attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static int64_t line_of(const struct parse *parse)
{
    return (int64_t)XML_GetCurrentLineNumber(parse->parser);
}

static void settle(struct parse *parse, enum fr_status status)
{
    parse->status = status;
    if (status != FR_OK)
        XML_StopParser(parse->parser, XML_FALSE);
}

static void XMLCALL start(void *user, const XML_Char *name, const XML_Char **attributes)
{
    struct parse *parse = user;
    if (parse->status != FR_OK)
        return;
    if (++parse->depth > DEEPEST)
        settle(parse,
               fr_refuse(parse->file,
                         "line %lld: elements nested more than %d deep found, expected no deeper",
                         (long long)line_of(parse), DEEPEST));
    else
        settle(parse, parse->handlers->start(parse->user, name, (const char *const *)attributes,
                                             line_of(parse)));
}

static void XMLCALL end(void *user, const XML_Char *name)
{
    struct parse *parse = user;
    if (parse->status != FR_OK)
        return;
    parse->depth--;
    settle(parse, parse->handlers->end(parse->user, name, line_of(parse)));
}

static void XMLCALL text(void *user, const XML_Char *letters, int length)
{
    struct parse *parse = user;
    if (parse->status == FR_OK)
        settle(parse, parse->handlers->text(parse->user, letters, (size_t)length));
}

static enum fr_status refuse_syntax(const struct parse *parse)
{
    const enum XML_Error code = XML_GetErrorCode(parse->parser);
    if (code == XML_ERROR_NO_MEMORY)
        return fr_refuse_memory(parse->file, "to read it");
    return fr_refuse(
        parse->file, "line %lld, column %llu: %s, expected valid XML", (long long)line_of(parse),
        (unsigned long long)XML_GetCurrentColumnNumber(parse->parser) + 1, XML_ErrorString(code));
}

enum fr_status fr_xml_parse(const struct fr_file *file, const struct fr_xml_handlers *handlers,
                            void *user)
{
    struct parse parse = {file, handlers, user, XML_ParserCreate(NULL), 0, FR_OK};
    if (!parse.parser)
        return fr_refuse_memory(file, "to read it");
    XML_SetUserData(parse.parser, &parse);
    XML_SetElementHandler(parse.parser, start, end);
    if (handlers->text)
        XML_SetCharacterDataHandler(parse.parser, text);
    const enum XML_Status read =
        XML_Parse(parse.parser, (const char *)file->bytes, (int)file->size, XML_TRUE);
    if (read != XML_STATUS_OK && parse.status == FR_OK)
        parse.status = refuse_syntax(&parse);
    XML_ParserFree(parse.parser);
    return parse.status;
}

/* Skips a comment, an instruction or a document type with its declarations in brackets. */
static const char *skip_markup(const char *at)
{
    if (strncmp(at, "<!--", 4) == 0) {
        at = strstr(at, "-->");
        return at ? at + 3 : NULL;
    }
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '[' || *at == '<';
        depth -= *at == ']' || *at == '>';
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

bool fr_xml_begins_with(const struct fr_file *file, const char *name)
{
    const char *at = (const char *)file->bytes;
    if (strncmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at != '<')
            return false;
        if (at[1] != '!' && at[1] != '?')
            break;
        at = skip_markup(at);
        if (!at)
            return false;
    }
    const size_t length = strcspn(++at, " \t\r\n/>");
    return fr_span_is((struct fr_span){at, length}, name);
}
