import { defineErrors } from '#contract/core/errors.ts';

export const MAINTENANCE_ERRORS = /* @__PURE__ */ defineErrors('maintenance', {
	/** The message is the one that the administrators wrote. */
	closed: (message: string) => message,
});
