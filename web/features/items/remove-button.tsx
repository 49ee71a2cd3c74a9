import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';
import { putBackItem, removeItem } from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { itemQuery } from './queries.ts';

interface Props {
	item: ItemDetails;
	className?: string;
	size?: 'small';
}

const failureOf = (error: unknown) =>
	errorMessageFor(error, ITEM_MESSAGES.failed, REQUEST_ERRORS.failed.message);

/** 'Remove' asks once. Afterwards a toast offers to undo it. */
export function RemoveButton({ item, className, size }: Props) {
	const client = useQueryClient();
	const [isAsking, setIsAsking] = useState(false);
	const [isRemoving, setIsRemoving] = useState(false);
	const [failure, setFailure] = useState<string>();

	async function remove() {
		setIsRemoving(true);
		setFailure(undefined);
		try {
			const message = await changeItem(client, item.id, removeItem);
			setIsAsking(false);
			toast(message, {
				button: {
					label: 'Undo',
					onPress: () => void changeItem(client, item.id, putBackItem).catch(tell),
				},
			});
		} catch (error) {
			setFailure(failureOf(error));
		} finally {
			setIsRemoving(false);
		}
	}

	return (
		<>
			<Button variant="quiet" size={size} className={className} onClick={() => setIsAsking(true)}>
				Remove
			</Button>
			<ConfirmDialog
				open={isAsking}
				title={`Remove ${isolated(item.title)}`}
				question={ITEM_MESSAGES.removeQuestion}
				confirmLabel="Remove"
				busy={isRemoving}
				failure={failure}
				onConfirm={() => void remove()}
				onCancel={() => setIsAsking(false)}
			/>
		</>
	);
}

/** Puts a removed item back, without asking. */
export function PutBackButton({ item, className, size }: Props) {
	const client = useQueryClient();
	const [isBusy, setIsBusy] = useState(false);

	function putBack() {
		setIsBusy(true);
		changeItem(client, item.id, putBackItem)
			.then((message) => void toast(message), tell)
			.finally(() => setIsBusy(false));
	}

	return (
		<Button size={size} className={className} busy={isBusy} onClick={putBack}>
			Put back
		</Button>
	);
}

/** Removes or puts back an item, and refreshes what shows it. @returns the server's message */
async function changeItem(
	client: QueryClient,
	id: number,
	endpoint: typeof removeItem | typeof putBackItem,
): Promise<string> {
	try {
		const { item, message } = await call(endpoint, { params: { id } });
		client.setQueryData(itemQuery(id).queryKey, item);
		return message;
	} finally {
		void client.invalidateQueries({ queryKey: ['deals'] });
		void client.invalidateQueries({ queryKey: ['items'] });
	}
}

function tell(error: unknown): void {
	toast(failureOf(error), { tone: 'bad' });
}

const DAY_MS = 24 * 3_600_000;

/** How many days are left to put back a removed item. */
export function DaysLeft({ keptUntil }: { keptUntil: string }) {
	const days = Math.max(1, Math.ceil((Date.parse(keptUntil) - Date.now()) / DAY_MS));
	return <time dateTime={keptUntil}>{`${days} ${days === 1 ? 'day' : 'days'} left`}</time>;
}
