#include "harness/base/json_document.h"

enum fr_status fr_json_write(FILE *file, cJSON *document)
{
    char *text = document ? cJSON_Print(document) : NULL;
    cJSON_Delete(document);
    if (!text)
        return FR_NO_MEMORY;
    fprintf(file, "%s\n", text);
    cJSON_free(text);
    return FR_OK;
}
