import { useState } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useMarkSold } from '#web/features/items/sell-queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { SoldDialog } from './sold-dialog.tsx';

/** 'Mark as Sold' with a confirmation; afterwards 'Sold' (spec 1 §4), which opens an explanation. */
export function SellButton({ item }: { item: ItemDetails }) {
	const [isAsking, setIsAsking] = useState(false);
	const [isExplaining, setIsExplaining] = useState(false);
	const markSold = useMarkSold(item.id);
	const isSold = item.status === 'sold';

	function handlePress() {
		if (isSold) setIsExplaining(true);
		else setIsAsking(true);
	}

	function cancel() {
		setIsAsking(false);
		toast(ITEM_MESSAGES.sellCancelled);
	}

	function confirm() {
		markSold.mutate(undefined, {
			onSuccess: () => toast(ITEM_MESSAGES.sellSucceeded),
			onError: (error) => toast(failureMessage(error), { tone: 'bad' }),
			onSettled: () => setIsAsking(false),
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
			<ConfirmDialog
				open={isAsking}
				title="Mark as Sold"
				question={ITEM_MESSAGES.sellConfirmation}
				confirmLabel="Proceed"
				onConfirm={confirm}
				onCancel={cancel}
				busy={markSold.isPending}
			/>
			<SoldDialog item={item} open={isExplaining} onClose={() => setIsExplaining(false)} />
		</>
	);
}

/** Spec 1 §8: every error from the server shows the same message here. */
function failureMessage(error: Error): string {
	return error instanceof ApiError ? ITEM_MESSAGES.failed : ITEM_MESSAGES.noConnection;
}
