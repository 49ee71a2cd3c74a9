import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { ITEM_DEAL_MESSAGES, SALE_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import { ITEM_LIMITS, ITEM_MESSAGES, PRICE_INPUT_PATTERN } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { buyersQuery } from '#web/features/chat/inbox/queries.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { holderDealQuery } from '#web/features/deals/queries.ts';
import type { Sale } from '#web/features/items/sell-queries.ts';
import { parseTypedPrice } from '#web/lib/typed-price.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useFirstFieldFocus } from '#web/ui/form/focus-first-field.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
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
	const { people, holder, isLoading, isError } = usePeople(item);
	const [chosenId, setChosenId] = useState<number>();
	const [typedPrice, setTypedPrice] = useState<string>();
	const hasChoice = people.length > 0 || isLoading || isError;
	const buyerId = chosenId ?? (hasChoice ? undefined : NOBODY);
	const agreed = holder?.buyerId === buyerId ? holder?.reservation?.amount : undefined;
	const price = typedPrice ?? String(agreed ?? item.price);

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSelling || isLoading) return;
		if (buyerId === undefined) return showErrors([{ field: 'buyer', message: TEXTS.unchosen }]);
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
			<BuyerChoice
				people={people}
				isLoading={isLoading}
				hint={isError ? TEXTS.buyersFailed : undefined}
				chosenId={buyerId}
				onChoose={setChosenId}
				error={errors.find(({ field }) => field === 'buyer')?.message}
			/>
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
				<Button type="submit" variant="main" busy={isSelling || isLoading}>
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

interface Person {
	userId: number;
	userName: string;
	profilePicUrl?: string | null;
	/** Set for the holder: until when the item is reserved for them, and at which price. */
	line?: string | undefined;
}

interface BuyerChoiceProps {
	people: readonly Person[];
	isLoading: boolean;
	hint: string | undefined;
	chosenId: number | undefined;
	onChoose: (userId: number) => void;
	error: string | undefined;
}

/** The people as radio buttons, of which none is chosen at first, and 'Someone else'. */
function BuyerChoice({ people, isLoading, hint, chosenId, onChoose, error }: BuyerChoiceProps) {
	const id = useId();
	const choiceFor = (userId: number) => ({
		userId,
		isChosen: userId === chosenId,
		onChoose,
		describedBy: `${id}-hint ${id}-alert`,
	});

	return (
		<fieldset className="grid min-w-0 gap-1.5">
			<legend className="pb-1.5 text-sm font-semibold">{TEXTS.toWhom}</legend>
			{/* Without the padding, scrolling would cut off what shows the focus. */}
			<div className="-m-1.5 grid max-h-64 gap-2 overflow-y-auto p-1.5">
				{people.map(({ userId, userName, profilePicUrl, line }) => (
					<BuyerOption key={userId} {...choiceFor(userId)}>
						<Avatar
							name={userName}
							pictureUrl={profilePicUrl && photoUrlAt(profilePicUrl, 320)}
							className="size-10 text-sm"
						/>
						<span className="min-w-0">
							<bdi className="block font-semibold wrap-anywhere">{userName}</bdi>
							{line && <span className="block text-xs text-ink-soft">{line}</span>}
						</span>
					</BuyerOption>
				))}
				{isLoading && (
					<div role="status">
						<span className="sr-only">{TEXTS.buyersLoading}</span>
						<Skeleton className="h-14" />
					</div>
				)}
				<BuyerOption {...choiceFor(NOBODY)}>
					<span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
						<UserRound aria-hidden="true" className="size-5" />
					</span>
					<span className="font-semibold">{TEXTS.someoneElse}</span>
				</BuyerOption>
			</div>
			{hint && (
				<p id={`${id}-hint`} className="text-xs text-ink-soft">
					{hint}
				</p>
			)}
			{error && <FormAlert id={`${id}-alert`}>{error}</FormAlert>}
		</fieldset>
	);
}

interface BuyerOptionProps {
	userId: number;
	isChosen: boolean;
	onChoose: (userId: number) => void;
	describedBy: string;
	children: ReactNode;
}

function BuyerOption({ userId, isChosen, onChoose, describedBy, children }: BuyerOptionProps) {
	return (
		<label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-edge px-3 py-1.5 has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
			<input
				type="radio"
				name="buyer"
				value={userId}
				checked={isChosen}
				onChange={() => onChoose(userId)}
				aria-describedby={describedBy}
				className="size-5 shrink-0 accent-ink outline-none"
			/>
			{children}
		</label>
	);
}

/** The people who have written about the item; the holder, for whom it is reserved, comes first. */
function usePeople({ id, reservedUntil }: ItemDetails) {
	const buyers = useQuery(buyersQuery(String(id)));
	const holderDeal = useQuery(holderDealQuery(id));
	const holder = holderDeal.data;
	const isReserved = reservedUntil !== null;
	const writers: Person[] = buyers.data ?? [];
	// The list of buyers may not have loaded.
	const holding: Person | undefined = holder?.reservation
		? {
				...(writers.find(({ userId }) => userId === holder.buyerId) ?? {
					userId: holder.buyerId,
					userName: holder.other.userName,
				}),
				line: ITEM_DEAL_MESSAGES.holder(
					holder.reservation.amount,
					formatDealTime(holder.reservation.until),
				),
			}
		: undefined;
	return {
		people: [
			...(holding ? [holding] : []),
			...writers.filter(({ userId }) => userId !== holding?.userId),
		],
		holder,
		isLoading: buyers.isLoading || (isReserved && holderDeal.isLoading),
		isError: buyers.isError || (isReserved && holderDeal.isError),
	};
}
