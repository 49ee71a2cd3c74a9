import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import type { BrokenRule } from '#web/ui/form/use-form-errors.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface PasswordPairProps {
	errors: readonly BrokenRule<string>[];
	/** 'Password' at sign-up, 'New password' for an existing account. */
	label: string;
	confirmLabel: string;
}

/** The fields for a new password and its repetition. */
export function PasswordPair({ errors, label, confirmLabel }: PasswordPairProps) {
	return (
		<>
			<CheckedField
				name="password"
				label={label}
				hint={`${PEOPLE_LIMITS.passwordMin} characters or more`}
				errors={errors}
			>
				{(control) => <PasswordInput {...control} autoComplete="new-password" />}
			</CheckedField>
			<CheckedField name="confirmPassword" label={confirmLabel} errors={errors}>
				{(control) => <PasswordInput {...control} autoComplete="new-password" />}
			</CheckedField>
		</>
	);
}
