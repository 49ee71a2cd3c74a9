import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';
import { fromCampusInput } from '#web/features/deals/deal-times.ts';
import type { StepRequest } from '#web/features/deals/queries.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { Select } from '#web/ui/select.tsx';
import { takeFirstFocus } from '#web/ui/take-first-focus.ts';
import { SlotFields } from './slot-fields.tsx';
import { slotFault } from './slot-rules.ts';
import { type DealFormProps, StepForm } from './step-form.tsx';

type Field = 'spot' | `slot-${number}`;

/** The form of a proposal: a place of the college, and one to three times. */
export function ProposeForm(props: DealFormProps) {
	const { data, error, refetch } = useQuery(catalogueQuery());
	const spots = data?.spots;
	if (!spots) {
		return error ? (
			<LoadFailure
				ref={takeFirstFocus}
				message={formErrorMessage(error)}
				onRetry={() => void refetch()}
			/>
		) : (
			<LoadingIndicator label={DEAL_MESSAGES.spotsLoading} />
		);
	}
	const [first] = spots;
	return first ? (
		<SpotForm {...props} spots={spots} first={first} />
	) : (
		<p>{DEAL_MESSAGES.noSpots}</p>
	);
}

interface SpotFormProps extends DealFormProps {
	spots: readonly Spot[];
	first: Spot;
}

function SpotForm({ deal, spots, first, ...props }: SpotFormProps) {
	const { form, errors, showErrors } = useFormErrors<Field>();
	const [spotId, setSpotId] = useState(
		() => (spots.find(({ id }) => id === deal.handover?.spot.id) ?? first).id,
	);
	/**
	 * Undefined if the chosen place was removed from the catalogue while the form is open. The user must then choose
	 * another place.
	 */
	const spot = spots.find(({ id }) => id === spotId);
	const hint = spot && [spot.hint, DEAL_MESSAGES.spotHours(spot.opens, spot.closes)];

	return (
		<StepForm
			{...props}
			form={form}
			showErrors={showErrors}
			mainField="slot-1"
			fields={{ spotId: 'spot' }}
			submitLabel={DEAL_MESSAGES.propose}
			read={(data) => readProposal(data, spot, incompleteSlots(form.current))}
		>
			<FormField
				name="spot"
				label={DEAL_MESSAGES.spotLabel}
				hint={hint?.filter(Boolean).join('. ')}
				errors={errors}
			>
				{(control) => (
					<Select
						{...control}
						value={spot?.id ?? ''}
						onChange={({ target }) => setSpotId(Number(target.value))}
					>
						{!spot && <option value="">{DEAL_MESSAGES.chooseSpot}</option>}
						{spots.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</Select>
				)}
			</FormField>
			<SlotFields errors={errors} />
		</StepForm>
	);
}

/** Fields with an incomplete time, such as only a day. The browser reports their value as empty. */
function incompleteSlots(form: HTMLFormElement | null): Field[] {
	return [...(form?.elements ?? [])]
		.filter((control) => control instanceof HTMLInputElement && control.validity.badInput)
		.map((control) => control.getAttribute('name') as Field);
}

/** The proposal with the filled-in times, or the errors. At least one time is required. */
function readProposal(
	data: FormData,
	spot: Spot | undefined,
	incomplete: readonly Field[],
): StepRequest | FormError<Field>[] {
	if (!spot) return [{ field: 'spot', message: DEAL_INPUT_ERRORS.spot.message }];
	const filled = [...data]
		.filter(([name]) => name.startsWith('slot-'))
		.map(([name, value]) => ({ field: name as Field, slot: fromCampusInput(String(value)) }))
		.filter((entry): entry is { field: Field; slot: string } => entry.slot !== undefined);
	const errors = filled.flatMap(({ field, slot }, index) => {
		const earlierSlots = filled.slice(0, index).map((entry) => entry.slot);
		const message = slotFault(slot, spot, earlierSlots, Date.now());
		return message === undefined ? [] : [{ field, message }];
	});
	const { slots: noSlots, slotIncomplete } = DEAL_INPUT_ERRORS;
	for (const field of incomplete) errors.push({ field, message: slotIncomplete.message });
	if (errors.length > 0) return errors;
	if (filled.length === 0) return [{ field: 'slot-1', message: noSlots.message }];
	const slots = filled.map(({ slot }) => slot);
	return { action: 'propose-handover', body: { spotId: spot.id, slots } };
}
