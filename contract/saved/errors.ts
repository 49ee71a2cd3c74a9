import { defineErrors } from '#contract/core/errors.ts';
import { SAVED_LIMITS } from './facts.ts';

export const SAVED_ERRORS = /* @__PURE__ */ defineErrors('saved', {
	ownItem: 'This is your own item.',
	full: `You can save at most ${SAVED_LIMITS.itemsMax} items. Please remove some first.`,
	itemIds: 'Please name the items by their numbers.',
});
