/* Which corners of a core are hubs, most important first: the next hub is the corner on the most
 * shortest paths that no earlier hub covers (Delling, Goldberg, Pajor, Werneck, "Robust distance
 * queries on massive networks", ESA 2014). Paths are sampled as shortest-path trees from some
 * corners to all; a new hub removes its subtrees. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_HUB_ORDER_H
#define FOOTRACE_ALGORITHMS_HUBS_HUB_ORDER_H

#include "algorithms/visibility/core_search.h"

/* An order under construction. */
struct hub_orderer;

/* Writes all corner numbers of a core of fewer than 2^16 corners to `order`, the first hub first,
 * in slices. *orderer must be NULL at first, and is NULL again at the end. FR_OK if it paused or is
 * done; or FR_NO_MEMORY, and the caller releases the orderer. */
FR_MUST_USE enum fr_status hub_order_find(struct core_search *search, uint32_t *order,
                                          struct hub_orderer **orderer, struct fr_work *work);

/* Estimates the number of label entries in a small part of the time that hub_order_find takes; its
 * order is worse, so the estimate is mostly too high. Overwrites `order`. In slices, with the same
 * statuses. */
FR_MUST_USE enum fr_status hub_order_estimate(struct core_search *search, uint32_t *order,
                                              uint64_t *entries, struct hub_orderer **orderer,
                                              struct fr_work *work);

/* Accepts NULL. */
void hub_orderer_release(struct hub_orderer *orderer);

#endif
