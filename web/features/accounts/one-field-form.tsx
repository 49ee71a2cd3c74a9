import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { Account } from '#contract/accounts/schemas.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import { fieldWithError, formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useEdit } from '#web/ui/form/use-edit.ts';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useAccountChange } from './queries.ts';

type Field = 'value' | 'currentPassword';

interface OneFieldFormProps {
	label: string;
	hint?: ReactNode;
	/** The stored value. */
	currentValue: string;
	/** Shown if the value was not changed. */
	unchangedMessage: string;
	schema: z.ZodMiniType<string>;
	/**
	 * Asks for the password once the value is edited, so that a stranger at an open browser cannot take over the
	 * account.
	 */
	requiresPassword: boolean;
	/** The version of the account with the stored value. */
	version: string | undefined;
	/** The value of a newer version of the account. */
	storedValue: (current: Account) => string;
	/** @param currentPassword undefined if no password is required */
	save: (body: {
		value: string;
		currentPassword: string | undefined;
		version: string | undefined;
	}) => Promise<{ message: string }>;
	input?: InputHTMLAttributes<HTMLInputElement>;
}

/** A form for one field of the account. A failed save keeps the typed value. */
export function OneFieldForm({
	label,
	hint,
	currentValue,
	version,
	storedValue,
	input,
	save,
	...rest
}: OneFieldFormProps) {
	/** What is typed, and over which value of which version; undefined is the current one. */
	const [typed, setTyped] = useState<{
		value: string;
		over: string;
		version: string | undefined;
	}>();
	const { form, errors, showErrors } = useFormErrors<Field>();
	const edit = useEdit();
	const saving = useAccountChange(({ value, password: currentPassword }: SubmitValues) =>
		edit.save({
			from: { value: typed?.over ?? currentValue },
			version: typed?.version ?? version,
			mine: { value },
			fieldsOf: (current: Account) => ({ value: storedValue(current) }),
			texts: { value: { label, show: String } },
			send: (fields, sentVersion) => save({ ...fields, currentPassword, version: sentVersion }),
		}),
	);
	const displayedValue = typed?.value ?? currentValue;
	const showsPassword = rest.requiresPassword && displayedValue !== currentValue;
	const fieldOfError = saving.error && fieldWithError(saving.error, ['currentPassword'], 'value');

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (saving.isPending) return;
		saving.reset();
		const password = new FormData(event.currentTarget).get('currentPassword') ?? undefined;
		const result = validate(rest, displayedValue === currentValue, displayedValue, password);
		showErrors(result.errors ?? []);
		if (result.errors) return;
		saving.mutate(result.values, {
			onSuccess: () => resetToStored(displayedValue),
			onError: (error) => {
				const field = fieldWithError<Field>(error, ['currentPassword'], 'value');
				if (field) showErrors([{ field, message: formErrorMessage(error) }]);
			},
		});
	}

	/**
	 * Resets the form after a save, unless something else was typed meanwhile. The reset removes the password field; if
	 * that field had the focus, the focus moves to the other field.
	 */
	function resetToStored(saved: string) {
		const password = form.current?.elements.namedItem('currentPassword');
		const valueField = form.current?.elements.namedItem('value');
		if (valueField instanceof HTMLInputElement) {
			// What was typed meanwhile is a change of the saved value.
			if (valueField.value !== saved)
				return setTyped({ value: valueField.value, over: saved, version: undefined });
			if (password !== null && password === document.activeElement) valueField.focus();
		}
		setTyped(undefined);
	}

	return (
		<>
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<FormField name="value" label={label} hint={hint} errors={errors}>
					{(control) => (
						<TextInput
							{...input}
							{...control}
							value={displayedValue}
							onChange={({ target: { value } }) =>
								setTyped({ over: currentValue, version, ...typed, value })
							}
						/>
					)}
				</FormField>
				{showsPassword && (
					<FormField
						name="currentPassword"
						label="Your password"
						hint="So that nobody else can change this."
						errors={errors}
					>
						{(control) => <PasswordInput {...control} autoComplete="current-password" />}
					</FormField>
				)}
				{saving.error && !fieldOfError && <FormAlert>{formErrorMessage(saving.error)}</FormAlert>}
				<Button type="submit" busy={saving.isPending} className="justify-self-start">
					Save {label.toLocaleLowerCase('en-IN')}
				</Button>
			</form>
			{edit.dialog}
		</>
	);
}

interface SubmitValues {
	value: string;
	password: string | undefined;
}

function validate(
	options: Pick<OneFieldFormProps, 'schema' | 'requiresPassword' | 'unchangedMessage'>,
	isUnchanged: boolean,
	typedValue: string,
	password: FormDataEntryValue | undefined,
): { errors: FormError<Field>[] } | { errors?: undefined; values: SubmitValues } {
	if (isUnchanged) return { errors: [{ field: 'value', message: options.unchangedMessage }] };
	const value = z.safeParse(options.schema, typedValue);
	const passwordResult = z.safeParse(
		options.requiresPassword ? enteredPassword : z.undefined(),
		password,
	);
	if (value.success && passwordResult.success) {
		return { values: { value: value.data, password: passwordResult.data } };
	}
	return {
		errors: [
			...firstError('value', value.error),
			...firstError('currentPassword', passwordResult.error),
		],
	};
}

function firstError(field: Field, error: z.core.$ZodError | undefined): FormError<Field>[] {
	return error ? [{ field, message: error.issues[0]?.message ?? '' }] : [];
}
