import { defineErrors } from '#contract/core/errors.ts';

export const NOTIFICATION_ERRORS = /* @__PURE__ */ defineErrors('notification', {
	notFound: 'That notification is no longer there.',
	badKind: 'Please choose a kind from the list.',
	badPreference: 'Please say yes or no.',
	warningsAlwaysOn: 'You always see warnings here.',
	linkExpired: 'That link is no longer valid.',
});
