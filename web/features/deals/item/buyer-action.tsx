import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ITEM_DEAL_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import { useDealSteps } from '#web/features/deals/deal-steps.tsx';
import { type DealIds, dealQuery } from '#web/features/deals/queries.ts';
import { useDealUpdates } from '#web/features/deals/use-deal-updates.ts';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { buyerChatPath, DEAL_PARAM } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useNavigateOnce } from '#web/lib/use-navigate-once.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { limitMessage, mainActionOf, mainButtonLabel } from './main-button.ts';
import { DEAL_ACTION_CLASS, DEAL_ACTION_SPACE_CLASS, type DealItem } from './visitor-action.tsx';

/** Reserves the space of the button while the deal loads. */
function Placeholder() {
	return <div className={DEAL_ACTION_SPACE_CLASS} />;
}

/**
 * The buyer's main button on the page of an item: to make an offer or to join the queue. If neither is possible, it
 * shows the state of the deal and leads to the chat. A limit that the buyer has reached is shown as text. If the deal
 * did not load, the button loads it again.
 */
export function BuyerAction({ item }: { item: DealItem }) {
	const { userId } = useSession();
	return userId === undefined ? (
		<Placeholder />
	) : (
		<UserAction key={item.id} item={item} userId={userId} />
	);
}

function UserAction({ item, userId }: { item: DealItem; userId: number }) {
	const navigateOnce = useNavigateOnce();
	const ids = { itemId: item.id, buyerId: userId };
	const { deal, isMissing, hasFailed, isFetching, refetch } = useBuyerDeal(ids);
	const chatPath = buyerChatPath(item.userId, item.id);
	useDealUpdates(item.id);
	const { start, pending, dialog } = useDealSteps({
		...ids,
		deal,
		name: item.User.userName,
		// An offer starts the chat, so the page of the chat is opened.
		onDone: (action) => action === 'offer' && navigateOnce(chatPath),
	});
	const action = deal && mainActionOf(deal);
	const focusTransfer = useFocusAfterPress();
	useRequestedOfferForm(deal !== undefined || isMissing, () => action === 'offer' && start(action));

	if (hasFailed) {
		const retry = () => {
			focusTransfer.notePress();
			void refetch();
		};
		return (
			// The same elements as for an action below, so that the button keeps the focus when the deal has loaded.
			<>
				<ActionButton busy={isFetching} onClick={retry}>
					{TEXTS.notLoaded}
				</ActionButton>
				{dialog}
			</>
		);
	}
	if (!deal) return isMissing ? null : <Placeholder />;
	const label = mainButtonLabel(deal);
	if (action) {
		const press = () => {
			// Only joining the queue replaces this button by a link. An offer opens a form, which may be cancelled, or is
			// sent and then opens the chat page.
			if (action === 'join-queue') focusTransfer.notePress();
			start(action);
		};
		return (
			<>
				<ActionButton busy={pending === action} onClick={press}>
					{label}
				</ActionButton>
				{dialog}
			</>
		);
	}
	if (label === undefined) {
		const reason = limitMessage(deal);
		if (reason === undefined) return null;
		return <p className={`self-center text-sm text-ink-soft ${DEAL_ACTION_CLASS}`}>{reason}</p>;
	}
	return (
		<ButtonLink ref={focusTransfer.ref} variant="main" to={chatPath} className={DEAL_ACTION_CLASS}>
			{label}
		</ButtonLink>
	);
}

/**
 * The buyer's deal. `isMissing`: the server has no deal for this buyer. `hasFailed`: loading failed for another reason;
 * stays true while loading is repeated.
 */
function useBuyerDeal(ids: DealIds) {
	const { data: deal, error, isFetching, refetch } = useQuery(dealQuery(ids));
	const [lastError, setLastError] = useState(error);
	if (error && error !== lastError) setLastError(error);
	const isMissing = !deal && isNotFound(lastError);
	return {
		deal,
		isMissing,
		hasFailed: !deal && lastError !== null && !isMissing,
		isFetching,
		refetch,
	};
}

function ActionButton(props: Pick<ComponentProps<typeof Button>, 'busy' | 'onClick' | 'children'>) {
	return <Button {...props} variant="main" className={DEAL_ACTION_CLASS} />;
}

/** Moves the focus from a pressed button to the link that replaces it. */
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

/**
 * Opens the offer form once for a visitor who has just signed in. A link must not join the queue, because joining
 * needs no confirmation.
 */
function useRequestedOfferForm(isLoaded: boolean, start: () => void): void {
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
