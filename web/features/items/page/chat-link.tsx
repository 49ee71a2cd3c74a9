import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { Suspense } from 'react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { blockedPeopleQuery } from '#web/features/chat/blocks/blocked-people-query.ts';
import { actionPath, buyerChatPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink, type ButtonLinkProps } from '#web/ui/button-link.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';

/** Rarely needed, so it is loaded on demand. */
const BlockedSeller = lazyOptional(
	async () => (await import('./blocked-seller.tsx')).BlockedSeller,
);

interface ChatLinkProps extends Pick<ButtonLinkProps, 'variant' | 'className'> {
	item: ItemDetails;
	/** Shortens the label to 'Chat' on phones, for a button beside the main action. */
	isShort?: boolean;
}

/**
 * Links a buyer to their chat about the item, a visitor to the login page first. A user who has blocked the seller
 * can unblock them here.
 */
export function ChatLink({ item, isShort = false, ...buttonProps }: ChatLinkProps) {
	const { hasToken } = useSession();
	const { data: blocked } = useQuery({ ...blockedPeopleQuery(), enabled: hasToken });

	if (hasToken && blocked?.some(({ id }) => id === item.userId)) {
		return (
			<Suspense fallback={<div className="min-h-[2.875rem] flex-auto" />}>
				<BlockedSeller sellerId={item.userId} />
			</Suspense>
		);
	}
	return (
		<ButtonLink {...buttonProps} to={actionPath(buyerChatPath(item.userId, item.id), hasToken)}>
			<MessageSquare
				aria-hidden="true"
				className={`hidden size-5 shrink-0 ${isShort ? 'tablet:block' : 'min-[24rem]:block'}`}
			/>
			<span>
				Chat<span className={isShort ? 'max-tablet:sr-only' : ''}> with Seller</span>
			</span>
		</ButtonLink>
	);
}
