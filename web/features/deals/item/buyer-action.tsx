import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { dealQuery } from '#web/features/deals/queries.ts';
import { useDealSteps } from '#web/features/deals/use-deal-steps.tsx';
import { useDealUpdates } from '#web/features/deals/use-deal-updates.ts';
import { buyerChatPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useNavigateOnce } from '#web/lib/use-navigate-once.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buyerState, limitReached, mainActionOf } from './buyer-state.ts';
import {
	BUYER_BUTTON_CLASS,
	BUYER_BUTTON_SPACE_CLASS,
	DEAL_PARAM,
	type DealItem,
} from './deal-item.ts';

/** The space of the button while it loads. */
function Placeholder() {
	return <div className={BUYER_BUTTON_SPACE_CLASS} />;
}

/**
 * The buyer's main button on the page of an item: to make an offer or to join the queue. Once there is a deal, it shows
 * the state of the deal and leads to the chat.
 */
export function BuyerAction({ item }: { item: DealItem }) {
	const { userId } = useSession();
	return userId === undefined ? <Placeholder /> : <UserAction item={item} userId={userId} />;
}

function UserAction({ item, userId }: { item: DealItem; userId: number }) {
	const navigateOnce = useNavigateOnce();
	const ids = { itemId: item.id, buyerId: userId };
	const { data: deal, isPending } = useQuery(dealQuery(ids));
	const chatPath = buyerChatPath(item.userId, item.id);
	useDealUpdates(item.id);
	const { start, pending, dialog } = useDealSteps({
		...ids,
		deal,
		name: item.User.userName,
		// An offer begins the chat.
		onDone: (action) => action === 'offer' && navigateOnce(chatPath),
	});
	const action = deal && mainActionOf(deal);
	const followingLink = useFocusAfterPress();
	useRequestedStart(!isPending, () => action === 'offer' && start(action));

	if (isPending) return <Placeholder />;
	if (!deal) return null;
	const state = buyerState(deal);
	if (action) {
		return (
			<>
				<Button
					variant="main"
					busy={pending === action}
					onClick={() => {
						// An offer has a form, which may be cancelled, and leads to the chat.
						if (action === 'join-queue') followingLink.notePress();
						start(action);
					}}
					className={BUYER_BUTTON_CLASS}
				>
					{state}
				</Button>
				{dialog}
			</>
		);
	}
	if (state === undefined) {
		const reason = limitReached(deal);
		if (reason === undefined) return null;
		return <p className={`self-center text-sm text-ink-soft ${BUYER_BUTTON_CLASS}`}>{reason}</p>;
	}
	return (
		<ButtonLink ref={followingLink.ref} variant="main" to={chatPath} className={BUYER_BUTTON_CLASS}>
			{state}
		</ButtonLink>
	);
}

/** Takes the focus of a pressed button to the link that comes in its place. */
function useFocusAfterPress() {
	const isPressed = useRef(false);
	const ref = useCallback((link: HTMLAnchorElement | null) => {
		if (!link || !isPressed.current) return;
		isPressed.current = false;
		if (document.activeElement === document.body) link.focus({ preventScroll: true });
	}, []);
	const notePress = () => {
		isPressed.current = true;
	};
	return { ref, notePress };
}

/** Goes on with a visitor's offer, once. The queue is joined without a question, so a link must not do it. */
function useRequestedStart(isLoaded: boolean, start: () => void): void {
	const [search, setSearch] = useSearchParams();
	const isRequested = search.has(DEAL_PARAM);

	useEffect(() => {
		if (!isRequested || !isLoaded) return;
		setSearch(withoutDealParam, { replace: true });
		start();
	});
}

function withoutDealParam(search: URLSearchParams): URLSearchParams {
	const rest = new URLSearchParams(search);
	rest.delete(DEAL_PARAM);
	return rest;
}
