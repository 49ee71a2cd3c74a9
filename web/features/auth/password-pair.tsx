import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface PasswordPairProps {
	errors: readonly FormError<string>[];
	/** 'Password' at sign-up, 'New password' for an existing account. */
	label: string;
	confirmLabel: string;
}

/** The fields for a new password and its repetition. */
export function PasswordPair({ errors, label, confirmLabel }: PasswordPairProps) {
	return (
		<>
			<FormField
				name="password"
				label={label}
				hint={`${PEOPLE_LIMITS.passwordMin} characters or more`}
				errors={errors}
			>
				{(control) => <PasswordInput {...control} autoComplete="new-password" />}
			</FormField>
			<FormField name="confirmPassword" label={confirmLabel} errors={errors}>
				{(control) => <PasswordInput {...control} autoComplete="new-password" />}
			</FormField>
		</>
	);
}
