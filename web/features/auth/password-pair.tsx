import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import type { BrokenRule } from '#web/ui/form/use-form-errors.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface PasswordPairProps {
	errors: readonly BrokenRule<string>[];
	/** 'Password' at sign-up, 'New password' where there may be one already. */
	label: string;
	confirmLabel: string;
}

/** A password to be remembered, and the same once more. */
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
