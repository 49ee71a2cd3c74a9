import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ItemChat } from '#contract/chat/conversations.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { permanentErrorOf } from '#web/features/chat/engine/permanent-error.ts';
import { BuyerButton } from '#web/features/chat/inbox/buyer-button.tsx';
import { buyersQuery } from '#web/features/chat/inbox/queries.ts';
import { useRefetchOnChatChange } from '#web/features/chat/inbox/use-refetch-on-chat-change.ts';
import { NotFoundNotice } from '#web/features/items/page/not-found-notice.tsx';
import { itemQuery } from '#web/features/items/queries.ts';
import { ApiError, errorMessageFor, isNotFound } from '#web/lib/api/api-error.ts';
import { itemPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** The buyers who have written about an item, for its seller. */
export function AvailableBuyersPage() {
	const { itemId = '' } = useParams();
	const navigate = useNavigate();
	const query = buyersQuery(itemId);
	const buyers = useQuery(query);
	const [isRefreshing, setIsRefreshing] = useState(false);
	useRefetchOnChatChange(permanentErrorOf(buyers.error) ? undefined : query.queryKey);
	const goToItem = () => void navigate(itemPath(Number(itemId)));

	async function refresh() {
		setIsRefreshing(true);
		await buyers.refetch();
		setIsRefreshing(false);
	}

	if (buyers.isPending) return <LoadingIndicator label={CHAT_MESSAGES.loadingBuyers} />;
	if (isNotFound(buyers.error)) return <NotFoundNotice kind="item" error={buyers.error} />;
	if (!buyers.data) {
		const isForbidden = buyers.error instanceof ApiError && buyers.error.status === 403;
		return (
			<ErrorState
				error={buyers.error}
				isPage
				message={errorMessageFor(
					buyers.error,
					REQUEST_ERRORS.failed.message,
					ITEM_MESSAGES.noConnection,
				)}
				onRetry={isForbidden ? undefined : () => void buyers.refetch()}
			>
				<Button onClick={goToItem}>{CHAT_MESSAGES.backToItem}</Button>
				<ButtonLink to={PAGES.chats}>My Chats</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<div className="wrap grid max-w-[46rem] gap-5 py-8">
			<div className="grid gap-1">
				<PageHeading>Available Buyers</PageHeading>
				<ItemTitle itemId={itemId} />
				<p role="status" className="text-sm text-ink-soft">
					{countLabel(buyers.data)}
				</p>
			</div>
			{buyers.data.length === 0 ? (
				<EmptyState title={CHAT_MESSAGES.noBuyers}>
					Buyers who ask about this item show up here.
				</EmptyState>
			) : (
				<ul aria-label="Buyers" className="grid gap-2">
					{buyers.data.map((buyer) => (
						<BuyerButton key={buyer.userId} buyer={buyer} itemId={Number(itemId)} />
					))}
				</ul>
			)}
			{buyers.isError && (
				<p role="alert" className="text-sm text-bad">
					{errorMessageFor(buyers.error, REQUEST_ERRORS.failed.message, ITEM_MESSAGES.noConnection)}
				</p>
			)}
			<div className="flex flex-wrap gap-2">
				<Button onClick={goToItem}>{CHAT_MESSAGES.backToItem}</Button>
				<Button busy={isRefreshing} onClick={() => void refresh()}>
					{CHAT_MESSAGES.refreshBuyers}
				</Button>
			</div>
		</div>
	);
}

/** The item's title. A separate query, so that the page does not wait for it. */
function ItemTitle({ itemId }: { itemId: string }) {
	const { data: item } = useQuery(itemQuery(itemId));
	return <p className="min-h-6 font-semibold wrap-anywhere">{item?.title}</p>;
}

function countLabel(buyers: readonly ItemChat[]): string {
	if (buyers.length === 0) return '';
	const count = buyers.length === 1 ? '1 buyer' : `${buyers.length} buyers`;
	const unread = buyers.filter((buyer) => buyer.unread > 0).length;
	return unread > 0 ? `${count}, ${unread} with unread messages` : count;
}
