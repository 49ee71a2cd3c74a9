import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { triedPassword } from '#contract/auth/auth.ts';
import { failureWords, fieldAtFault } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import { type BrokenRule, useBrokenRules } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useAccountChange } from './queries.ts';

type Field = 'fact' | 'currentPassword';

interface OneFieldFormProps {
	label: string;
	hint?: ReactNode;
	/** What the account has now. */
	stored: string;
	/** Said when there is nothing to save. */
	unchanged: string;
	schema: z.ZodMiniType<string>;
	/** Asks for the password as soon as something is typed: whoever finds an open browser must not take the account. */
	needsPassword: boolean;
	/** @param currentPassword undefined where none is asked for */
	save: (value: string, currentPassword: string | undefined) => Promise<{ message: string }>;
	input?: InputHTMLAttributes<HTMLInputElement>;
}

/** One fact of the account with its own save. Whatever fails, what was typed stays. */
export function OneFieldForm({ label, hint, stored, input, save, ...rest }: OneFieldFormProps) {
	const [typed, setTyped] = useState<string>();
	const { form, broken, point } = useBrokenRules<Field>();
	const saving = useAccountChange(({ value, password }: ToSave) => save(value, password));
	const shown = typed ?? stored;
	const asksPassword = rest.needsPassword && shown !== stored;
	const isAtField = saving.error && fieldAtFault(saving.error, ['currentPassword'], 'fact');

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (saving.isPending) return;
		saving.reset();
		const password = new FormData(event.currentTarget).get('currentPassword') ?? undefined;
		const checked = check(rest, shown === stored, shown, password);
		point(checked.broken ?? []);
		if (checked.broken) return;
		saving.mutate(checked.toSave, {
			onSuccess: showStored,
			onError: (error) => {
				const field = fieldAtFault<Field>(error, ['currentPassword'], 'fact');
				if (field) point([{ field, message: failureWords(error) }]);
			},
		});
	}

	/** The password's field goes away with it: the focus must not. */
	function showStored() {
		const password = form.current?.elements.namedItem('currentPassword');
		const fact = form.current?.elements.namedItem('fact');
		const isFocusLeaving = password !== null && password === document.activeElement;
		if (isFocusLeaving && fact instanceof HTMLElement) fact.focus();
		setTyped(undefined);
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
			<CheckedField name="fact" label={label} hint={hint} broken={broken}>
				{(control) => (
					<TextInput
						{...input}
						{...control}
						value={shown}
						onChange={(event) => setTyped(event.target.value)}
					/>
				)}
			</CheckedField>
			{asksPassword && (
				<CheckedField
					name="currentPassword"
					label="Your password"
					hint="So that nobody else can change this."
					broken={broken}
				>
					{(control) => <PasswordInput {...control} autoComplete="current-password" />}
				</CheckedField>
			)}
			{saving.error && !isAtField && <FormAlert>{failureWords(saving.error)}</FormAlert>}
			<Button type="submit" busy={saving.isPending} className="justify-self-start">
				Save {label.toLocaleLowerCase('en-IN')}
			</Button>
		</form>
	);
}

interface ToSave {
	value: string;
	password: string | undefined;
}

function check(
	rules: Pick<OneFieldFormProps, 'schema' | 'needsPassword' | 'unchanged'>,
	isUnchanged: boolean,
	typed: string,
	password: FormDataEntryValue | undefined,
): { broken: BrokenRule<Field>[] } | { broken?: undefined; toSave: ToSave } {
	if (isUnchanged) return { broken: [{ field: 'fact', message: rules.unchanged }] };
	const value = z.safeParse(rules.schema, typed);
	const proof = z.safeParse(rules.needsPassword ? triedPassword : z.undefined(), password);
	if (value.success && proof.success) {
		return { toSave: { value: value.data, password: proof.data } };
	}
	return {
		broken: [...brokenBy('fact', value.error), ...brokenBy('currentPassword', proof.error)],
	};
}

function brokenBy(field: Field, error: z.core.$ZodError | undefined): BrokenRule<Field>[] {
	return error ? [{ field, message: error.issues[0]?.message ?? '' }] : [];
}
