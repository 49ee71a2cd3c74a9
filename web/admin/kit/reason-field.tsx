import { NOTE_LIMITS } from '#contract/admin/notes.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface ReasonFieldProps {
	/** Says who will read the reason. */
	hint: string;
	value: string;
	onChange: (reason: string) => void;
}

/** The reason for a bulk action. */
export function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
	return (
		<Field label="Reason (optional)" hint={hint}>
			{(control) => (
				<TextArea
					{...control}
					rows={2}
					maxLength={NOTE_LIMITS.max}
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}
