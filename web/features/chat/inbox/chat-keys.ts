import type { ChatRole } from '#contract/chat/facts.ts';

/** Query keys of the user's chats. In a file of their own, so that other pages need not load the queries. */
export const chatKeys = {
	all: ['chats'] as const,
	list: (role: ChatRole) => [...chatKeys.all, 'list', role] as const,
	unsent: (userId: number) => ['unsent', userId] as const,
	buyers: (itemId: string) => [...chatKeys.all, 'buyers', itemId] as const,
};
