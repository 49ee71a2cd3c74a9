import { useCallback, useEffect, useRef, useState } from 'react';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { type Sale, useMarkSold } from '#web/features/items/sell-queries.ts';
import { ApiError, isRefusal } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { SellDialog } from './sell-dialog.tsx';
import { SoldDialog } from './sold-dialog.tsx';

/** 'Mark as Sold' opens a dialog that asks for the buyer. Afterwards 'Sold' opens an explanation. */
export function SellButton({ item }: { item: ItemDetails }) {
	const [isAsking, setIsAsking] = useState(false);
	const [isExplaining, setIsExplaining] = useState(false);
	const markSold = useMarkSold(item.id);
	/** A request to sell had no answer of our server, so the server may have stored the sale. */
	const [isUnanswered, setIsUnanswered] = useState(false);
	const isSold = item.status === 'sold';
	const hasSold = isAsking && isUnanswered && isSold;

	/** Prevents a second toast: the refusal of a repeated request and the reloaded item can both reveal the same sale. */
	const isReported = useRef(false);
	const reportSold = useCallback(() => {
		setIsAsking(false);
		if (!isReported.current) toast(ITEM_MESSAGES.sellSucceeded);
		isReported.current = true;
	}, []);

	useEffect(() => {
		if (hasSold) reportSold();
	}, [hasSold, reportSold]);

	function handlePress() {
		if (isSold) return setIsExplaining(true);
		markSold.reset();
		setIsUnanswered(false);
		isReported.current = false;
		setIsAsking(true);
	}

	function cancel() {
		setIsAsking(false);
		// If a request had no answer, the item may have been sold, which the page will then show.
		if (!isUnanswered) toast(ITEM_MESSAGES.sellCancelled, { tone: 'plain' });
	}

	function sell(sale: Sale) {
		markSold.mutate(sale, {
			onSuccess: reportSold,
			onError(error) {
				if (!isRefusal(error)) setIsUnanswered(true);
				if (!isNoLongerPossible(error)) return;
				// The repetition was refused because the first request, which had no answer, has sold the item.
				if (isUnanswered && isAlreadySold(error)) return reportSold();
				setIsAsking(false);
				toast(failureMessage(error), { tone: 'bad' });
			},
		});
	}

	return (
		<>
			<Button
				className={`shrink-0 px-2.5! whitespace-nowrap ${isSold ? '' : 'text-[0.875rem] tablet:flex-auto tablet:basis-full tablet:text-base wide:basis-auto'}`}
				onClick={handlePress}
			>
				{isSold ? 'Sold' : 'Mark as Sold'}
			</Button>
			<SellDialog
				item={item}
				open={isAsking}
				isSelling={markSold.isPending}
				failure={markSold.error ? failureMessage(markSold.error) : undefined}
				onSell={sell}
				onCancel={cancel}
			/>
			<SoldDialog item={item} open={isExplaining} onClose={() => setIsExplaining(false)} />
		</>
	);
}

/** Whether the item was sold or banned meanwhile, which the page then shows. */
function isNoLongerPossible(error: Error): boolean {
	return error instanceof ApiError && error.status === 409;
}

function isAlreadySold(error: Error): boolean {
	return error instanceof ApiError && error.code === ITEM_ERRORS.alreadySold.code;
}

/** Every error from the server shows the same message here. */
function failureMessage(error: Error): string {
	return error instanceof ApiError ? ITEM_MESSAGES.failed : ITEM_MESSAGES.noConnection;
}
