import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';
import type { StepRequest } from '#web/features/deals/actions.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { useSession } from '#web/lib/session/session.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { takeFirstFocus } from '#web/ui/take-first-focus.ts';
import { TextInput } from '#web/ui/text-input.tsx';
import { ChosenTimes, type ProposalField, SpotChips, TimeChips } from './proposal-chips.tsx';
import { byLastUse, slotFault, typedSlot } from './slot-chips.ts';
import { type DealFormProps, StepForm } from './step-form.tsx';

const USED_SPOTS_MAX = 12;
const { slotsMax, placeMin, placeMax } = DEAL_LIMITS;

/** The form of a proposal: a place of the college or in own words, and one to three times. */
export function ProposeForm(props: DealFormProps) {
	const { userId = 0 } = useSession();
	const { data, error, refetch } = useQuery(catalogueQuery());
	const { data: usedIds } = useQuery(usedSpotsQuery(userId));
	if (data && usedIds) {
		const spots = byLastUse(data.spots, usedIds);
		const remember = (spotId: number) => void rememberSpot(userId, spotId);
		return <SpotForm {...props} spots={spots} onSpotProposed={remember} />;
	}
	return error && !data ? (
		<LoadFailure
			ref={takeFirstFocus}
			message={formErrorMessage(error)}
			onRetry={() => void refetch()}
		/>
	) : (
		<LoadingIndicator label={DEAL_MESSAGES.spotsLoading} />
	);
}

interface SpotFormProps extends DealFormProps {
	/** Those used last first. */
	spots: readonly Spot[];
	onSpotProposed: (spotId: number) => void;
}

function SpotForm({ deal, name, spots, onSpotProposed, ...props }: SpotFormProps) {
	const { form, errors, showErrors } = useFormErrors<ProposalField>();
	const last = deal.handover?.spot;
	/** Null for a place in own words. */
	const [spotId, setSpotId] = useState(() => initialSpotId(spots, last));
	/** The times chosen by their chips, the earliest first. */
	const [chosen, setChosen] = useState<readonly string[]>([]);
	/** Undefined for a place in own words, and if the chosen spot was removed from the catalogue meanwhile. */
	const spot = spots.find(({ id }) => id === spotId);

	function toggle(slot: string) {
		const others = chosen.filter((other) => other !== slot);
		setChosen(others.length < chosen.length ? others : [...chosen, slot].toSorted());
	}

	async function send(step: StepRequest) {
		const failure = await props.onSend(step);
		if (!failure && spot) onSpotProposed(spot.id);
		return failure;
	}

	return (
		<StepForm
			{...props}
			onSend={send}
			form={form}
			showErrors={showErrors}
			mainField="slots"
			fields={{ spotId: 'spot', place: 'place' }}
			submitLabel={DEAL_MESSAGES.propose}
			summary={<ChosenTimes chosen={chosen} onRemove={toggle} />}
			read={(data) => {
				const where = readPlace(data, spotId, spot);
				const { slots, faults } = readSlots(chosen, form.current, spot);
				return 'message' in where || faults.length > 0
					? [...('message' in where ? [where] : []), ...faults]
					: { action: 'propose-handover', body: { ...where, slots } };
			}}
		>
			<SpotChips spots={spots} spotId={spotId} onChoose={setSpotId} errors={errors} />
			{spotId === null && (
				<FormField
					name="place"
					label={DEAL_MESSAGES.ownPlaceLabel}
					hint={DEAL_MESSAGES.ownPlaceHint(name)}
					errors={errors}
				>
					{(control) => (
						<TextInput {...control} defaultValue={last?.id === null ? last.name : ''} dir="auto" />
					)}
				</FormField>
			)}
			<TimeChips spot={spot} chosen={chosen} onToggle={toggle} errors={errors} />
		</StepForm>
	);
}

/** The place of the proposal that is answered, else the first spot; null for a place in own words. */
function initialSpotId(spots: readonly Spot[], last: { id: number | null } | undefined) {
	if (last && (last.id === null || spots.some(({ id }) => id === last.id))) return last.id;
	return spots[0]?.id ?? null;
}

function readPlace(data: FormData, spotId: number | null, spot: Spot | undefined) {
	const fault = (field: ProposalField, { message }: { message: string }) => ({ field, message });
	if (spot) return { spotId: spot.id, place: undefined };
	if (spotId !== null) return fault('spot', DEAL_INPUT_ERRORS.spot);
	const place = String(data.get('place')).trim();
	const length = codePointLength(place);
	return length < placeMin || length > placeMax
		? fault('place', DEAL_INPUT_ERRORS.place)
		: { spotId: undefined, place };
}

/** The times of the chips and of the fields, rounded up to whole steps, and what is wrong with them. */
function readSlots(
	chosen: readonly string[],
	form: HTMLFormElement | null,
	spot: Spot | undefined,
): { slots: string[]; faults: FormError<ProposalField>[] } {
	const fields = form?.querySelectorAll<HTMLInputElement>('[type=datetime-local]') ?? [];
	// The browser reports the value of an incomplete time as empty.
	const filled = [...fields].filter(({ value, validity }) => value !== '' || validity.badInput);
	const entries = [
		...chosen.map((slot) => ({ field: 'slots' as ProposalField, slot })),
		...filled.map(({ name, value }) => ({
			field: name as ProposalField,
			slot: typedSlot(value),
		})),
	];
	const slots = entries.flatMap(({ slot }) => slot ?? []).toSorted();
	const faults = entries.flatMap(({ field, slot }, index) => {
		const earlier = entries.slice(0, index).flatMap((entry) => entry.slot ?? []);
		const message = slot
			? slotFault(slot, spot, earlier, Date.now())
			: DEAL_INPUT_ERRORS.slotIncomplete.message;
		return message === undefined ? [] : [{ field, message }];
	});
	const isCountRight = entries.length > 0 && entries.length <= slotsMax;
	if (!isCountRight) faults.push({ field: 'slots', message: DEAL_INPUT_ERRORS.slots.message });
	return { slots, faults };
}

/** The user's id comes first: by it, `erase.ts` recognizes the data of other users. */
const storageKey = (userId: number) => `${userId}/spots`;

/** The ids of the spots that the user has proposed in this browser, the last first. */
function usedSpotsQuery(userId: number) {
	return queryOptions({
		queryKey: ['deals', 'used-spots', userId],
		queryFn: () => readUsedSpots(userId),
		staleTime: 0,
		gcTime: 0,
		networkMode: 'always',
	});
}

async function rememberSpot(userId: number, spotId: number): Promise<void> {
	const others = (await readUsedSpots(userId)).filter((id) => id !== spotId);
	const ids = [spotId, ...others].slice(0, USED_SPOTS_MAX);
	await withDraftStore('readwrite', (store) => store.put(ids, storageKey(userId)));
}

async function readUsedSpots(userId: number): Promise<readonly number[]> {
	const read = (store: IDBObjectStore) => store.get(storageKey(userId)) as IDBRequest<number[]>;
	return (await withDraftStore('readonly', read)) ?? [];
}
