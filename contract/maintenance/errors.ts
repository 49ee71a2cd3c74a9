import { defineErrors } from '#contract/core/errors.ts';

export const MAINTENANCE_ERRORS = /* @__PURE__ */ defineErrors('maintenance', {
	/** With the message that the administrators wrote. */
	closed: (message: string) => message,
});
