/* Orders the corners of a core as hubs, most important first: the next hub is the corner on the
 * most shortest paths that no earlier hub covers (Delling, Goldberg, Pajor, Werneck, "Robust
 * distance queries on massive networks", ESA 2014). Paths are sampled as shortest-path trees from
 * some corners to all; a new hub removes its subtrees from these trees. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_HUB_ORDER_H
#define FOOTRACE_ALGORITHMS_HUBS_HUB_ORDER_H

#include "algorithms/visibility/core_search.h"

/* An order under construction. */
struct hub_orderer;

/* In slices, writes all corner numbers of a core with fewer than 2^16 corners to `order`, first hub
 * first. *orderer must be NULL at first, and is NULL again at the end. FR_OK if it paused or is
 * done; or FR_NO_MEMORY, and the caller releases the orderer. */
FR_MUST_USE enum fr_status hub_order_find(struct core_search *search, uint32_t *order,
                                          struct hub_orderer **orderer, struct fr_work *work);

/* Estimates the number of label entries in a fraction of the time that hub_order_find takes, from a
 * worse order, so the estimate is usually too high. Overwrites `order`. Works in slices, with the
 * statuses of hub_order_find. */
FR_MUST_USE enum fr_status hub_order_estimate(struct core_search *search, uint32_t *order,
                                              uint64_t *entries, struct hub_orderer **orderer,
                                              struct fr_work *work);

/* Accepts NULL. */
void hub_orderer_release(struct hub_orderer *orderer);

#endif
