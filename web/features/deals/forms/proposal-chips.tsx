import { X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { formatDealTime, toCampusInput } from '#web/features/deals/deal-times.ts';
import { formatClock } from '#web/lib/format.ts';
import { Chip } from '#web/ui/form/chip.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { dayChips, SLOT_RANGE_MS, SLOT_STEP_MS } from './slot-chips.ts';

export type ProposalField = 'spot' | 'place' | 'slots' | `slot-${number}`;

/** So many spots are shown at first. */
const SPOTS_SHOWN = 4;
/** The hours whose half hours are suggested for a place in own words. */
const USUAL_HOURS = { opens: '08:00', closes: '22:00' };
const OTHER_CLASS =
	'min-h-11 cursor-pointer rounded-full border border-edge bg-surface px-4 text-sm font-semibold hover:bg-sunken';

interface SpotChipsProps {
	spots: readonly Spot[];
	spotId: number | null;
	onChoose: (spotId: number | null) => void;
	errors: readonly FormError<ProposalField>[];
}

/** The first spots; the others, and a place in own words, are shown after a press. */
export function SpotChips({ spots, spotId, onChoose, errors }: SpotChipsProps) {
	const isFolded = (id: number) => spots.findIndex((one) => one.id === id) >= SPOTS_SHOWN;
	const [showsAll, setShowsAll] = useState(
		() => spots.length === 0 || spotId === null || isFolded(spotId),
	);
	const spot = spots.find(({ id }) => id === spotId);
	const hint = spot && [spot.hint, DEAL_MESSAGES.spotHours(spot.opens, spot.closes)];
	const group = useId();

	/** Moves the focus to the first new chip, because the pressed button disappears. */
	function showAll() {
		flushSync(() => setShowsAll(true));
		const chips = document.getElementById(group)?.querySelectorAll('input');
		chips?.[Math.min(SPOTS_SHOWN, spots.length)]?.focus();
	}

	return (
		<ChipGroup
			id={group}
			label={DEAL_MESSAGES.spotLabel}
			name="spot"
			hint={hint?.filter(Boolean).join('. ')}
			errors={errors}
		>
			{(showsAll ? spots : spots.slice(0, SPOTS_SHOWN)).map(({ id, name }) => (
				<Chip
					key={id}
					type="radio"
					name="spot"
					value={id}
					checked={id === spotId}
					onChange={() => onChoose(id)}
				>
					<bdi>{name}</bdi>
				</Chip>
			))}
			{showsAll ? (
				<Chip
					type="radio"
					name="spot"
					value=""
					checked={spotId === null}
					onChange={() => onChoose(null)}
				>
					{DEAL_MESSAGES.ownPlace}
				</Chip>
			) : (
				<button type="button" onClick={showAll} className={OTHER_CLASS}>
					{DEAL_MESSAGES.otherSpot}
				</button>
			)}
		</ChipGroup>
	);
}

interface TimeChipsProps {
	/** Undefined for a place without hours. */
	spot: Spot | undefined;
	/** The times chosen by their chips, the earliest first. */
	chosen: readonly string[];
	onToggle: (slot: string) => void;
	errors: readonly FormError<ProposalField>[];
}

/** The next days, the half hours of the chosen day, and fields for other times. */
export function TimeChips({ spot, chosen, onToggle, errors }: TimeChipsProps) {
	const part = useRef<HTMLDivElement>(null);
	const [date, setDate] = useState<string>();
	/** The number of fields for other times. */
	const [fieldCount, setFieldCount] = useState(0);
	const days = dayChips(spot ?? USUAL_HOURS, Date.now());
	const day = days.find((one) => one.date === date) ?? days[0];
	const isFull = chosen.length >= DEAL_LIMITS.slotsMax;

	/** Moves the focus to the new field, because the pressed button may disappear. */
	function addField() {
		flushSync(() => setFieldCount(fieldCount + 1));
		part.current?.querySelector<HTMLElement>(`[name=slot-${fieldCount + 1}]`)?.focus();
	}

	return (
		<div ref={part} className="grid min-w-0 gap-4">
			{days.length > 0 && (
				<ChipGroup label={DEAL_MESSAGES.dayLabel} isRow>
					{days.map((one) => (
						<Chip
							key={one.date}
							type="radio"
							name="day"
							value={one.date}
							checked={one === day}
							onChange={() => setDate(one.date)}
							className="px-3 text-sm tabular-nums"
						>
							{one.label}
						</Chip>
					))}
				</ChipGroup>
			)}
			<ChipGroup label={DEAL_MESSAGES.timeLabel} name="slots" errors={errors}>
				<div className="grid w-full grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-1.5">
					{day?.slots.map((slot) => (
						<Chip
							key={slot}
							type="checkbox"
							name="slots"
							value={slot}
							checked={chosen.includes(slot)}
							disabled={isFull && !chosen.includes(slot)}
							onChange={() => onToggle(slot)}
							className="text-xs tabular-nums"
						>
							{formatClock(slot)}
						</Chip>
					))}
					{fieldCount < DEAL_LIMITS.slotsMax && (
						<button type="button" onClick={addField} className={`col-span-2 ${OTHER_CLASS}`}>
							{DEAL_MESSAGES.otherSlot}
						</button>
					)}
				</div>
			</ChipGroup>
			<OtherTimes count={fieldCount} errors={errors} />
		</div>
	);
}

interface ChipGroupProps {
	id?: string;
	label: string;
	/** The name of the chips, whose error is shown. */
	name?: ProposalField;
	hint?: string | undefined;
	errors?: readonly FormError<ProposalField>[];
	/** One row that scrolls sideways. */
	isRow?: boolean;
	children: ReactNode;
}

/** Chips with their label, hint and error. */
function ChipGroup({
	label,
	name,
	hint,
	errors,
	isRow = false,
	children,
	...rest
}: ChipGroupProps) {
	const id = useId();
	const error = errors?.find(({ field }) => field === name)?.message;
	const describedBy = [hint && `${id}-hint`, error && `${id}-alert`].filter(Boolean).join(' ');
	return (
		<fieldset
			{...rest}
			aria-describedby={describedBy || undefined}
			className="grid min-w-0 gap-1.5"
		>
			<legend className="mb-1.5 text-sm font-semibold">{label}</legend>
			<div
				className={isRow ? '-mx-5 flex gap-2 overflow-x-auto px-5 py-1' : 'flex flex-wrap gap-2'}
			>
				{children}
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

/** Fields for times that no chip has, in the time zone of the college. */
function OtherTimes({
	count,
	errors,
}: {
	count: number;
	errors: readonly FormError<ProposalField>[];
}) {
	/** The bounds of the pickers. The form checks the times again when it is sent. */
	const [bounds] = useState(() => ({
		min: toCampusInput(new Date().toISOString()),
		max: toCampusInput(new Date(Date.now() + SLOT_RANGE_MS).toISOString()),
	}));
	return Array.from({ length: count }, (_, index) => index + 1).map((number) => (
		<FormField
			key={number}
			name={`slot-${number}`}
			label={DEAL_MESSAGES.slotLabel(number)}
			errors={errors}
		>
			{(control) => (
				<TextInput
					{...control}
					{...bounds}
					type="datetime-local"
					step={SLOT_STEP_MS / 1000}
					className="tabular-nums"
				/>
			)}
		</FormField>
	));
}

interface ChosenTimesProps {
	chosen: readonly string[];
	onRemove: (slot: string) => void;
}

/** The times of all days that were chosen by their chips, each with a button that removes it. */
export function ChosenTimes({ chosen, onRemove }: ChosenTimesProps) {
	const list = useRef<HTMLUListElement>(null);

	/** Moves the focus to the remaining times, or else to the buttons of the form, because the pressed button disappears. */
	function remove(slot: string) {
		const form = list.current?.closest('form');
		flushSync(() => onRemove(slot));
		(
			list.current?.querySelector('button') ?? form?.querySelector<HTMLElement>('[type=submit]')
		)?.focus();
	}

	if (chosen.length === 0) return null;
	return (
		<ul ref={list} className="flex flex-wrap gap-2">
			{chosen.map((slot) => (
				<li key={slot}>
					<button
						type="button"
						aria-label={`Remove ${formatDealTime(slot)}`}
						onClick={() => remove(slot)}
						className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full bg-accent-wash px-3 text-xs font-semibold tabular-nums"
					>
						<span>{formatDealTime(slot)}</span>
						<X aria-hidden="true" className="size-4 shrink-0" />
					</button>
				</li>
			))}
		</ul>
	);
}
