import { X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { formatDealTime, toCampusInput } from '#web/features/deals/deal-times.ts';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
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
				<Button size="small" onClick={showAll} className="rounded-full!">
					{DEAL_MESSAGES.otherSpot}
				</Button>
			)}
		</ChipGroup>
	);
}

interface TimeChipsProps {
	/** Undefined for a place without hours. */
	spot: Spot | undefined;
	/** The times chosen by their chips, the earliest first. */
	chosen: readonly string[];
	onChange: (chosen: readonly string[]) => void;
	errors: readonly FormError<ProposalField>[];
}

/** The next days, the half hours of the chosen day, fields for other times, and the chosen times of all days. */
export function TimeChips({ spot, chosen, onChange, errors }: TimeChipsProps) {
	const part = useRef<HTMLDivElement>(null);
	const [date, setDate] = useState<string>();
	/** The number of fields for other times. */
	const [fieldCount, setFieldCount] = useState(0);
	const days = dayChips(spot ?? USUAL_HOURS, Date.now());
	const day = days.find((one) => one.date === date) ?? days[0];
	const isFull = chosen.length >= DEAL_LIMITS.slotsMax;

	function toggle(slot: string) {
		const others = chosen.filter((other) => other !== slot);
		onChange(others.length < chosen.length ? others : [...chosen, slot].toSorted());
	}

	/** Changes what is shown, and moves the focus, because the pressed button may disappear. */
	function changeAndFocus(change: () => void, selector: string) {
		flushSync(change);
		part.current?.querySelector<HTMLElement>(selector)?.focus();
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
							className="px-3 tabular-nums"
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
							onChange={() => toggle(slot)}
							className="tabular-nums"
						>
							{formatClock(slot)}
						</Chip>
					))}
				</div>
				{fieldCount < DEAL_LIMITS.slotsMax && (
					<Button
						size="small"
						onClick={() => {
							const count = fieldCount + 1;
							changeAndFocus(() => setFieldCount(count), `[name=slot-${count}]`);
						}}
						className="rounded-full!"
					>
						{DEAL_MESSAGES.otherSlot}
					</Button>
				)}
			</ChipGroup>
			<OtherTimes count={fieldCount} errors={errors} />
			{chosen.length > 0 && (
				<ul className="flex flex-wrap gap-2">
					{chosen.map((slot) => (
						<li key={slot}>
							<button
								type="button"
								aria-label={`Remove ${formatDealTime(slot)}`}
								onClick={() => changeAndFocus(() => toggle(slot), '[name=day]:checked')}
								className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full bg-accent-wash px-3.5 text-sm font-semibold tabular-nums"
							>
								<span>{formatDealTime(slot)}</span>
								<X aria-hidden="true" className="size-4 shrink-0" />
							</button>
						</li>
					))}
				</ul>
			)}
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
