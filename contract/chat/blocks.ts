import * as z from 'zod/mini';
import { byId, success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { messageReply } from '#contract/core/replies.ts';

export const BLOCK_MESSAGES = {
	blocked: (name: string) => `${name} is blocked. Neither of you gets the other’s messages.`,
	unblocked: (name: string) => `${name} is no longer blocked.`,
	/** Shown on the seller's items, beside 'Unblock'. */
	youBlocked: 'You have blocked this person',
	yourself: 'You cannot block yourself.',
	/** Shown before blocking: explains the effect. */
	confirm: (name: string) =>
		`You and ${name} no longer get each other's messages, about any item, and no longer see when the other is here. What they write meanwhile never reaches you. They are not told, and you can unblock them at any time.`,
	block: (name: string) => `Block ${name}`,
	unblock: (name: string) => `Unblock ${name}`,
} as const;

export const blockPerson = endpoint({
	method: 'PUT',
	path: '/people/:id/block',
	summary:
		'Blocks a user without notifying them: from now on no messages are delivered in either direction.',
	auth: 'user',
	params: byId,
	reply: messageReply,
});

export const unblockPerson = endpoint({
	method: 'DELETE',
	path: '/people/:id/block',
	summary: 'Unblocks a user.',
	auth: 'user',
	params: byId,
	reply: messageReply,
});

export const listBlocked = endpoint({
	method: 'GET',
	path: '/account/blocked',
	summary: 'Lists the users that I have blocked, the latest first.',
	auth: 'user',
	reply: z.object({
		success,
		people: z.array(z.object({ id: z.int(), userName: z.string(), blockedAt: z.iso.datetime() })),
	}),
});
