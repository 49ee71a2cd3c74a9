import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { ChatSide } from './initial-side.ts';

/** The empty list of chats, with a button to the listing or to the form for a new item. */
export function NoChats({ side }: { side: ChatSide }) {
	if (side === 'buying') {
		return (
			<EmptyState
				title={CHAT_MESSAGES.noChats}
				action={
					<ButtonLink variant="main" to={categoryPath()}>
						See what is on sale
					</ButtonLink>
				}
			>
				{CHAT_MESSAGES.noChatsHint}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			title={CHAT_MESSAGES.noChats}
			action={
				<ButtonLink variant="main" to={PAGES.post}>
					Add Item
				</ButtonLink>
			}
		>
			Buyers who ask about your items show up here.
		</EmptyState>
	);
}
