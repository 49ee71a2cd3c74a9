import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import type { useChosenSlot } from './use-chosen-slot.ts';

interface SlotChoiceProps {
	/** Name of the radio group; must be unique on the page. */
	name: string;
	slots: readonly string[];
	choice: ReturnType<typeof useChosenSlot>;
}

/** The proposed times as radio buttons. Times that have passed are disabled. */
export function SlotChoice({ name, slots, choice }: SlotChoiceProps) {
	return (
		<div
			role="radiogroup"
			aria-label={DEAL_MESSAGES.slotsLabel}
			className="flex min-w-0 flex-wrap gap-2"
		>
			{slots.map((slot) => (
				<label
					key={slot}
					className="relative flex min-h-11 cursor-pointer items-center rounded-full border border-edge bg-surface px-4 text-sm font-semibold tabular-nums has-checked:border-transparent has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-link has-disabled:cursor-default has-disabled:line-through has-disabled:opacity-60"
				>
					<input
						type="radio"
						name={name}
						value={slot}
						checked={slot === choice.slot}
						disabled={choice.hasPassed(slot)}
						onChange={() => choice.choose(slot)}
						className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
					/>
					{formatDealTime(slot)}
				</label>
			))}
		</div>
	);
}
