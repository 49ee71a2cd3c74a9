import { CONDITION_LABELS, CONDITIONS } from '#contract/items/facts.ts';
import { ChipChoice } from '#web/ui/form/chip-choice.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';

interface ConditionFieldProps {
	/** The chosen condition; '' for none. */
	value: string;
	errors: readonly FormError<string>[];
	onChange: (value: string) => void;
}

const CHIPS = CONDITIONS.map((value) => ({ value, label: CONDITION_LABELS[value].name }));

/** The meaning of the chosen condition; without one, a prompt to choose. */
function meaningOf(value: string): string {
	const condition = CONDITIONS.find((one) => one === value);
	if (!condition) return 'Choose what fits best.';
	const { meaning } = CONDITION_LABELS[condition];
	return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}

export function ConditionField({ value, errors, onChange }: ConditionFieldProps) {
	return (
		<ChipChoice
			name="condition"
			label="Condition"
			chips={CHIPS}
			initial={value}
			errors={errors}
			onChange={onChange}
			hint={meaningOf}
		/>
	);
}
