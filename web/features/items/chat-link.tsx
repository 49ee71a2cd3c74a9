import { MessageSquare } from 'lucide-react';
import type { ItemDetails } from '#contract/items.ts';
import { actionPath, buyerChatPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { ButtonLink, type ButtonLinkProps } from '#web/ui/button-link.tsx';

interface ChatLinkProps extends Pick<ButtonLinkProps, 'variant' | 'className'> {
	item: ItemDetails;
}

/** Leads a buyer to their chat about the item; a visitor through the login page. */
export function ChatLink({ item, ...look }: ChatLinkProps) {
	const { hasToken } = useSession();

	return (
		<ButtonLink {...look} to={actionPath(buyerChatPath(item.userId, item.id), hasToken)}>
			<MessageSquare aria-hidden="true" className="hidden size-5 shrink-0 min-[24rem]:block" />
			Chat with Seller
		</ButtonLink>
	);
}
