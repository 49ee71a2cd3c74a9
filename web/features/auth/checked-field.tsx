import { type ReactNode, useId } from 'react';
import { type ControlProps, Field, type FieldProps } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { BrokenRule } from './use-broken-rule.ts';

interface CheckedFieldProps<F extends string> extends Omit<FieldProps, 'error' | 'children'> {
	name: F;
	/** The form's broken rule, whichever field it is about. */
	broken: BrokenRule<string> | undefined;
	children: (control: ControlProps & { name: F }) => ReactNode;
}

/** A field that shows the form's broken rule when it is its own. */
export function CheckedField<F extends string>({
	name,
	broken,
	children,
	...field
}: CheckedFieldProps<F>) {
	const alertId = useId();
	const message = broken?.field === name ? broken.message : undefined;

	return (
		<div className="grid gap-1.5">
			<Field {...field}>
				{(control) =>
					children({
						...control,
						name,
						'aria-invalid': message ? true : undefined,
						'aria-describedby': message
							? `${control['aria-describedby'] ?? ''} ${alertId}`.trim()
							: control['aria-describedby'],
					})
				}
			</Field>
			{message && <FormAlert id={alertId}>{message}</FormAlert>}
		</div>
	);
}
