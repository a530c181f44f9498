/* Which corners of a core are hubs first: those that most shortest ways lead through which no hub
 * before them is on (Delling, Goldberg, Pajor, Werneck, "Robust distance queries on massive
 * networks", ESA 2014). Ways are sampled: trees of them from some corners to all, from which a new
 * hub takes what lies beyond it. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_HUB_ORDER_H
#define FOOTRACE_ALGORITHMS_HUBS_HUB_ORDER_H

#include "algorithms/visibility/core_search.h"

/* Writes all numbers of a core of less than 2^16 corners, the first hub first, to order. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status hub_order_find(struct core_search *search, uint32_t *order);

/* How many entries labels would have, as some searches tell in a small part of the time that an order
 * takes: by a worse order, so that it is mostly too many. order is written over. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status hub_order_estimate(struct core_search *search, uint32_t *order,
                                              uint64_t *entries);

#endif
