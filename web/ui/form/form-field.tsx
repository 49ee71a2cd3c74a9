import { type ReactNode, useId } from 'react';
import { type ControlProps, Field, type FieldProps } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { FormError } from './use-form-errors.ts';

export interface FormFieldProps<F extends string> extends Omit<FieldProps, 'error' | 'children'> {
	name: F;
	/** All errors of the form. */
	errors: readonly FormError<string>[];
	children: (control: ControlProps & { name: F }) => ReactNode;
}

/** A form field that shows its own error out of all the form's errors. */
export function FormField<F extends string>({
	name,
	errors,
	children,
	...field
}: FormFieldProps<F>) {
	const alertId = useId();
	const { message, action } = errors.find(({ field: errorField }) => errorField === name) ?? {};

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
			{action}
		</div>
	);
}
