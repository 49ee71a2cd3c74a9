import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

interface FormError {
	/** The `name` of the control. */
	field: string;
	message: string;
}

interface Options<Fields, Reply> {
	/** The contract's schema, keyed by the names of the controls. */
	schema: z.ZodMiniType<Fields>;
	send: (fields: Fields) => Promise<Reply>;
	/** Called with valid fields; false if the form asks for confirmation first, and is submitted again then. */
	mayBeSent?: (fields: Fields) => boolean;
	/** Called on success, also after the form was unmounted. */
	onDone?: (reply: Reply) => void;
	/** Called when the server refused or there was no response. */
	onFailed?: () => void;
	/**
	 * Closes the dialog around the form on success. Not called when the form was unmounted meanwhile: the dialog may have
	 * been opened again for something else by then.
	 */
	onClose?: () => void;
	/** Shown when the server refuses without a message; the general failure message by default. */
	failureMessage?: string;
	/** Shown when there was no response; the general failure message by default. */
	noConnectionMessage?: string;
}

interface ValidatedForm {
	form: RefObject<HTMLFormElement | null>;
	onSubmit: (event: FormEvent<HTMLFormElement>) => void;
	/** The error of a control. */
	errorOf: (field: string) => string | undefined;
	/** The error that belongs to no control. */
	alert: string | undefined;
	isBusy: boolean;
}

/**
 * A form that is validated by the contract before it is sent. The first error, found here or by the server, is shown at
 * its control, which gets the focus; an error of the request that names no control is the `alert`. Typed values stay
 * after every failure. If the form is no longer mounted when the request fails, a toast shows the error.
 */
export function useValidatedForm<Fields, Reply>(options: Options<Fields, Reply>): ValidatedForm {
	const { schema, send, onDone, onClose, failureMessage = REQUEST_ERRORS.failed.message } = options;
	const { mayBeSent = () => true } = options;
	const form = useRef<HTMLFormElement>(null);
	const [currentError, setCurrentError] = useState<FormError>();
	const sending = useMutation({
		mutationFn: send,
		onSuccess: (reply) => {
			onDone?.(reply);
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
