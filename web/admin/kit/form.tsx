import { useMutation } from '@tanstack/react-query';
import {
	type ComponentProps,
	type FormEvent,
	type ReactNode,
	type RefObject,
	useEffect,
	useRef,
	useState,
} from 'react';
import * as z from 'zod/mini';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { type ControlProps, Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { takeFirstFocus } from '#web/ui/take-first-focus.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';

interface FormError {
	/** The `name` of the control. */
	field: string;
	message: string;
}

interface FormOptions<Fields, Reply> {
	/** The contract's schema, keyed by the names of the controls. */
	schema: z.ZodMiniType<Fields>;
	send: (fields: Fields) => Promise<Reply>;
	/** Called with valid fields; false if the form asks for confirmation first, and is submitted again then. */
	mayBeSent?: (fields: Fields) => boolean;
	/** Called on success, also after the form was unmounted. */
	onDone?: (reply: Reply, form: HTMLFormElement | null) => void;
	/** Called when the server refused or there was no response. */
	onFailed?: () => void;
	/**
	 * Closes the dialog around the form on success. Not called when the form was unmounted meanwhile: the dialog may have
	 * been opened again for something else by then.
	 */
	onClose?: () => void;
	/** Shown when the server refuses without a message; the general failure message by default. */
	failureMessage?: string | undefined;
	/** Shown when there was no response; the general failure message by default. */
	noConnectionMessage?: string;
}

interface ValidatedForm {
	form: RefObject<HTMLFormElement | null>;
	onSubmit: (event: FormEvent<HTMLFormElement>) => void;
	/** The error of a control. */
	errorOf: (field: string) => string | undefined;
	/** Removes the error of a control, once the control is changed. */
	clearError: (field: string) => void;
	/** The error that belongs to no control. */
	alert: string | undefined;
	isBusy: boolean;
}

/**
 * A form that is validated by the contract before it is sent. The first error, found here or by the server, is shown at
 * its control, which gets the focus; an error of the request that names no control is the `alert`. Typed values stay
 * after every failure. If the form is no longer mounted when the request fails, a toast shows the error.
 */
export function useValidatedForm<Fields, Reply>(
	options: FormOptions<Fields, Reply>,
): ValidatedForm {
	const { schema, send, onDone, onClose, failureMessage = REQUEST_ERRORS.failed.message } = options;
	const { mayBeSent = () => true } = options;
	const form = useRef<HTMLFormElement>(null);
	const [currentError, setCurrentError] = useState<FormError>();
	const sending = useMutation({
		mutationFn: send,
		onSuccess: (reply) => {
			onDone?.(reply, form.current);
			if (form.current) onClose?.();
		},
		onError: (error) => {
			options.onFailed?.();
			if (form.current) showError(serverFormError(error));
			else toast(messageOf(error), { tone: 'bad' });
		},
	});

	function messageOf(error: Error): string {
		return errorMessageFor(
			error,
			failureMessage,
			options.noConnectionMessage ?? REQUEST_ERRORS.failed.message,
		);
	}

	function showError(formError: FormError | undefined): void {
		const control = formError && form.current?.elements.namedItem(formError.field);
		setCurrentError(control ? formError : undefined);
		if (control instanceof HTMLElement) control.focus();
	}

	function onSubmit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		if (sending.isPending) return;
		sending.reset();
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const result = z.safeParse(schema, values);
		showError(result.error && firstFormError(result.error.issues));
		if (result.success && mayBeSent(result.data)) sending.mutate(result.data);
	}

	return {
		form,
		onSubmit,
		errorOf: (field) => (currentError?.field === field ? currentError.message : undefined),
		clearError(field) {
			if (currentError?.field !== field) return;
			// Otherwise the error would be shown as the `alert` instead.
			sending.reset();
			setCurrentError(undefined);
		},
		alert: sending.error && !currentError ? messageOf(sending.error) : undefined,
		isBusy: sending.isPending,
	};
}

function firstFormError(issues: readonly z.core.$ZodIssue[]): FormError | undefined {
	const [issue] = issues;
	return issue && { field: String(issue.path[0]), message: issue.message };
}

/** The first error of the server's answer that names a field; undefined when none does. */
function serverFormError(error: Error): FormError | undefined {
	const [issue] = error instanceof ApiError ? error.issues : [];
	return issue && { field: issue.path, message: issue.message };
}

export interface FormField {
	name: string;
	label: string;
	hint?: string | undefined;
	/** A text unless given; a field with `options` is a select. */
	kind?: 'email' | 'password' | 'new password' | 'code' | 'long text';
	options?: readonly { value: string; label: string }[];
	/** Shown when a colleague removes the chosen option while the form is open. */
	goneMessage?: (label: string) => string;
	initial?: string | undefined;
	autoComplete?: string;
	maxLength?: number;
	/** True for the field that gets the focus when it appears, so that the user can type at once. */
	takesFocus?: boolean;
	onType?: () => void;
}

/** The fields of a password that is chosen, and of its repetition. */
export const NEW_PASSWORD: FormField = {
	name: 'newPassword',
	label: 'New password',
	hint: `${PEOPLE_LIMITS.passwordMin} characters or more`,
	kind: 'new password',
};
export const CONFIRMED_PASSWORD: FormField = {
	name: 'confirmPassword',
	label: 'Confirm new password',
	kind: 'new password',
};

interface FormProps<Fields, Reply> extends FormOptions<Fields, Reply> {
	fields: readonly FormField[];
	/** Shown above the fields. */
	children?: ReactNode;
	/** Shown below the fields. */
	note?: ReactNode;
	submitLabel: string;
	variant?: ComponentProps<typeof Button>['variant'];
	/** The class of the button that submits, where it stands alone. */
	submitClass?: string;
	isSubmitDisabled?: boolean;
	/** Adds a button that cancels. */
	onCancel?: () => void;
	/** The form is in a dialog, with buttons that are as wide as a phone. */
	isInDialog?: boolean;
	onChange?: (form: HTMLFormElement) => void;
}

/** A form made from descriptions of its fields. */
export function Form<Fields, Reply>(props: FormProps<Fields, Reply>) {
	const { fields, children, note, onChange } = props;
	const { form, onSubmit, errorOf, clearError, alert, isBusy } = useValidatedForm(props);

	return (
		<form
			ref={form}
			noValidate
			onSubmit={onSubmit}
			onChange={({ currentTarget, target }) => {
				clearError((target as EventTarget as HTMLInputElement).name);
				onChange?.(currentTarget);
			}}
			className="grid gap-4"
		>
			{children}
			{fields.map((field) => (
				<LabelledControl key={field.name} field={field} error={errorOf(field.name)} />
			))}
			{note}
			{alert !== undefined && <FormAlert>{alert}</FormAlert>}
			<FormButtons {...props} isBusy={isBusy} />
		</form>
	);
}

type FormButtonsProps = Pick<
	FormProps<never, never>,
	'submitLabel' | 'variant' | 'submitClass' | 'isSubmitDisabled' | 'onCancel' | 'isInDialog'
> & { isBusy: boolean };

/** The buttons below a form. */
export function FormButtons(props: FormButtonsProps) {
	const { submitLabel, variant = 'main', submitClass, onCancel, isInDialog = false } = props;
	const submit = (
		<Button
			type="submit"
			variant={variant}
			busy={props.isBusy}
			disabled={props.isSubmitDisabled}
			className={submitClass}
		>
			{submitLabel}
		</Button>
	);
	if (!onCancel) return submit;
	return (
		<div
			className={
				isInDialog ? 'grid gap-2 tablet:flex tablet:flex-row-reverse' : 'flex flex-wrap gap-2'
			}
		>
			{submit}
			<Button onClick={onCancel}>Cancel</Button>
		</div>
	);
}

interface LabelledControlProps {
	field: FormField;
	error: string | undefined;
}

function LabelledControl({ field, error }: LabelledControlProps) {
	const { label, hint, options, takesFocus = false } = field;
	const element = useRef<HTMLDivElement>(null);

	useEffect(() => {
		const control = takesFocus && element.current?.querySelector<HTMLElement>('input, textarea');
		if (!control) return;
		// The attribute works in a dialog that is about to open, `focus()` everywhere else.
		takeFirstFocus(control);
		control.focus();
	}, [takesFocus]);

	if (options) return <ChoiceField field={field} options={options} error={error} />;
	return (
		<div ref={element}>
			<Field label={label} hint={hint} error={error}>
				{(control) => <Control control={control} field={field} />}
			</Field>
		</div>
	);
}

function Control({ control, field }: { control: ControlProps; field: FormField }) {
	const { name, kind, initial, autoComplete, onType } = field;
	const props = { ...control, name, defaultValue: initial, autoComplete, onChange: onType };
	if (kind === 'password') return <PasswordInput {...props} autoComplete="current-password" />;
	if (kind === 'new password') return <PasswordInput {...props} autoComplete="new-password" />;
	if (kind === 'long text')
		return (
			<TextArea
				{...control}
				name={name}
				defaultValue={initial}
				maxLength={field.maxLength}
				rows={3}
			/>
		);
	if (kind === 'code') {
		// The six digits of an authenticator app, or a recovery code, with room for spaces, which the contract removes.
		return (
			<TextInput
				{...props}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={30}
				className="tracking-[0.2em] tabular-nums"
			/>
		);
	}
	return <TextInput {...props} type={kind === 'email' ? 'email' : 'text'} />;
}

interface ChoiceFieldProps extends LabelledControlProps {
	options: NonNullable<FormField['options']>;
}

function ChoiceField({ field, options, error }: ChoiceFieldProps) {
	const { name, label, hint, initial, goneMessage } = field;
	const [chosen, setChosen] = useState(
		() => options.find(({ value }) => value === initial) ?? options[0],
	);
	// A removed option stays, with an error. Without it, the select would silently show another one.
	const isGone = chosen && !options.some(({ value }) => value === chosen.value);
	const shownOptions = isGone ? [chosen, ...options] : options;

	return (
		<Field
			label={label}
			hint={hint}
			error={isGone && goneMessage ? goneMessage(chosen.label) : error}
		>
			{(control) => (
				<Select
					{...control}
					name={name}
					value={chosen?.value}
					onChange={({ target }) =>
						setChosen(shownOptions.find(({ value }) => value === target.value))
					}
				>
					{shownOptions.map((option) => (
						<option key={option.value} value={option.value}>
							{option.label}
						</option>
					))}
				</Select>
			)}
		</Field>
	);
}
