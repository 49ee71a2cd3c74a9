import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { SALE_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import { ITEM_LIMITS, ITEM_MESSAGES, PRICE_INPUT_PATTERN } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { buyersQuery } from '#web/features/chat/inbox/queries.ts';
import { holderDealQuery } from '#web/features/deals/queries.ts';
import type { Sale } from '#web/features/items/sell-queries.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useFirstFieldFocus } from '#web/ui/form/focus-first-field.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface SellDialogProps {
	item: ItemDetails;
	open: boolean;
	isSelling: boolean;
	/** The error message of a failed sale. The dialog keeps its input. */
	failure?: string | undefined;
	onSell: (sale: Sale) => void;
	onCancel: () => void;
}

/** Asks to whom the item is sold, and for how much. */
export function SellDialog({ open, ...props }: SellDialogProps) {
	const questionId = useId();
	const cancel = () => !props.isSelling && props.onCancel();

	return (
		<Dialog
			open={open}
			onClose={cancel}
			title="Mark as Sold"
			role="alertdialog"
			describedBy={questionId}
		>
			<p id={questionId} className="wrap-anywhere">
				{ITEM_MESSAGES.sellConfirmation}
			</p>
			<SaleForm {...props} onCancel={cancel} />
		</Dialog>
	);
}

type SaleFormProps = Omit<SellDialogProps, 'open'>;

function SaleForm({ item, isSelling, failure, onSell, onCancel }: SaleFormProps) {
	const { form, errors, showErrors } = useFormErrors<'buyer' | 'price'>();
	useFirstFieldFocus(form);
	const { people, holder, isHolderLoading, isHolderUnknown, isError } = usePeople(item);
	const [chosenId, setChosenId] = useState<number>();
	const [typedPrice, setTypedPrice] = useState<string>();
	const buyerId = chosenId ?? holder?.buyerId ?? (isHolderUnknown ? UNCHOSEN : NOBODY);
	const agreed = buyerId === holder?.buyerId ? holder.reservation?.amount : undefined;
	const price = typedPrice ?? String(agreed ?? item.price);

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSelling || isHolderLoading) return;
		if (buyerId === UNCHOSEN) return showErrors([{ field: 'buyer', message: TEXTS.holderFailed }]);
		const stated = readPrice(price);
		if (stated === undefined)
			return showErrors([{ field: 'price', message: DEAL_INPUT_ERRORS.salePrice.message }]);
		showErrors([]);
		onSell({
			buyerId: buyerId === NOBODY ? undefined : buyerId,
			// Sent only if the seller has typed a price: otherwise the server uses the agreed amount or the item's price.
			price: typedPrice === undefined ? agreed : stated,
		});
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
			<FormField
				name="buyer"
				label={TEXTS.toWhom}
				hint={isError ? TEXTS.buyersFailed : undefined}
				errors={errors}
			>
				{(control) => (
					<Select
						{...control}
						value={buyerId}
						onChange={({ target }) => setChosenId(Number(target.value))}
					>
						{people.map(({ userId, userName }) => (
							<option key={userId} value={userId}>
								{userId === holder?.buyerId ? TEXTS.holds(userName) : userName}
							</option>
						))}
						{buyerId === UNCHOSEN && <option value={UNCHOSEN}>{TEXTS.choose}</option>}
						<option value={NOBODY}>{TEXTS.someoneElse}</option>
					</Select>
				)}
			</FormField>
			<FormField name="price" label={TEXTS.priceLabel} hint={TEXTS.priceHint} errors={errors}>
				{(control) => (
					<TextInput
						{...control}
						value={price}
						onChange={({ target }) => setTypedPrice(target.value)}
						inputMode="decimal"
						autoComplete="off"
						className="tabular-nums"
					/>
				)}
			</FormField>
			{failure && !isSelling && <FormAlert>{failure}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main" busy={isSelling || isHolderLoading}>
					Proceed
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}

/** @returns undefined for a text that is no price */
function readPrice(text: string): number | undefined {
	const typed = parseTypedPrice(text).trim();
	const rupees = Number(typed);
	return PRICE_INPUT_PATTERN.test(typed) && rupees <= ITEM_LIMITS.priceMax ? rupees : undefined;
}

/** The value of 'Someone else'. */
const NOBODY = 0;
/**
 * The value while nobody is chosen. If the item is reserved and the buyer could not be loaded, 'Someone else' must not
 * be the default.
 */
const UNCHOSEN = -1;

/** The people who have written about the item, and the holder: the buyer for whom it is reserved. */
function usePeople({ id, reservedUntil }: ItemDetails) {
	const buyers = useQuery(buyersQuery(String(id)));
	const holderDeal = useQuery(holderDealQuery(id));
	const holder = holderDeal.data;
	const isReserved = reservedUntil !== null;
	const writers: { userId: number; userName: string }[] = buyers.data ?? [];
	// The holder's deal may load before the list of buyers. Without an option for the holder, 'Someone else' would seem
	// chosen.
	const isListed = !holder || writers.some(({ userId }) => userId === holder.buyerId);
	const people = isListed
		? writers
		: [{ userId: holder.buyerId, userName: holder.other.userName }, ...writers];
	return {
		people,
		holder,
		isHolderLoading: isReserved && holderDeal.isLoading,
		isHolderUnknown: isReserved && holderDeal.isError && !holder,
		isError: buyers.isError,
	};
}
