import * as z from 'zod/mini';
import { defineTask } from '#server/jobs/tasks.ts';

/** Changes of sign-in methods or contact details that are reported to the user by mail. */
const ACCOUNT_CHANGES = ['identity-linked', 'identity-unlinked', 'phone-changed'] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

const accountMail = z.object({
	letter: z.enum([
		'reset-password',
		'confirm-email',
		'password-changed',
		'email-changed',
		'suspended',
		...ACCOUNT_CHANGES,
	]),
	userId: z.int(),
	/**
	 * Only of a mail with a link: which request it belongs to (`upsertLinkRequest`). Tasks that the previous version queued
	 * have none.
	 */
	requestedAt: z.optional(z.string()),
});
export type AccountMail = z.infer<typeof accountMail>;

/** Sends a mail about an account. */
export const accountMailTask = defineTask('mail', accountMail, {
	concurrency: 5,
	retriedFor: 'a day',
});
