import type { ChatRole } from '#contract/chat/facts.ts';

/** Names of what is cached about one's chats; apart from their queries, so that other pages need not load those. */
export const chatKeys = {
	all: ['chats'] as const,
	list: (role: ChatRole) => [...chatKeys.all, 'list', role] as const,
	unsent: (userId: number) => ['unsent', userId] as const,
	buyers: (itemId: string) => [...chatKeys.all, 'buyers', itemId] as const,
};
