import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { toCampusInput } from '#web/features/deals/deal-times.ts';
import { Button } from '#web/ui/button.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { SLOT_RANGE_MS, SLOT_STEP_MS } from './slot-rules.ts';

/** One to three fields for times, in the time zone of the college. */
export function SlotFields({ errors }: { errors: readonly FormError<string>[] }) {
	const [count, setCount] = useState(1);
	const fields = useRef<HTMLDivElement>(null);
	/** The bounds of the pickers. The form checks the times again when it is sent. */
	const [bounds] = useState(() => {
		const fromMs = Math.ceil(Date.now() / SLOT_STEP_MS) * SLOT_STEP_MS;
		// One step less, because `fromMs` is rounded up.
		const toMs = fromMs + SLOT_RANGE_MS - SLOT_STEP_MS;
		return {
			min: toCampusInput(new Date(fromMs).toISOString()),
			max: toCampusInput(new Date(toMs).toISOString()),
		};
	});

	/** Sets the number of fields. Moves the focus to the last field, because the pressed button may disappear. */
	function changeCount(next: number) {
		flushSync(() => setCount(next));
		fields.current?.querySelector<HTMLElement>(`[name="slot-${next}"]`)?.focus();
	}

	return (
		<div ref={fields} className="grid gap-3">
			{Array.from({ length: count }, (_, index) => index + 1).map((number) => (
				<div key={number} className="flex items-end gap-1">
					<div className="min-w-0 flex-1">
						<FormField
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
					</div>
					{number > 1 && number === count && (
						<IconButton
							label={DEAL_MESSAGES.removeSlot(number)}
							icon={<X aria-hidden="true" className="size-5" />}
							onClick={() => changeCount(count - 1)}
						/>
					)}
				</div>
			))}
			<p className="text-xs text-ink-soft">{DEAL_MESSAGES.slotsHint}</p>
			{count < DEAL_LIMITS.slotsMax && (
				<Button size="small" onClick={() => changeCount(count + 1)} className="justify-self-start">
					<Plus aria-hidden="true" className="size-4.5" />
					{DEAL_MESSAGES.addSlot}
				</Button>
			)}
		</div>
	);
}
