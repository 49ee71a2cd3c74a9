import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

interface FormError {
	/** The `name` of the control. */
	field: string;
	message: string;
}

interface Options<Fields, Reply> {
	/** Of the contract, by the names of the controls. */
	schema: z.ZodMiniType<Fields>;
	send: (fields: Fields) => Promise<Reply>;
	onDone?: (reply: Reply) => void;
	/** When it was refused, or no answer came. */
	onFailed?: () => void;
	/** Of the dialog around it, when that is done. Not called once the dialog was closed: it may ask something else by then. */
	onClose?: () => void;
	/** Said where the server refuses without words. */
	failureMessage?: string;
	/** Said where no answer came. */
	noConnectionMessage?: string;
}

interface ValidatedForm {
	form: RefObject<HTMLFormElement | null>;
	onSubmit: (event: FormEvent<HTMLFormElement>) => void;
	/** What is wrong with a control. */
	errorOf: (field: string) => string | undefined;
	/** What is wrong with no control in particular. */
	alert: string | undefined;
	isBusy: boolean;
}

/**
 * A form that is checked by the contract before it is sent: the first broken rule, be it ours or the server's, stands at its
 * field and takes the focus there. Whatever fails, what was typed stays; where the form is gone by then, it is told in passing.
 */
export function useValidatedForm<Fields, Reply>(options: Options<Fields, Reply>): ValidatedForm {
	const { schema, send, onDone, onClose, failureMessage = COMMON_MESSAGES.failed } = options;
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
			if (form.current) show(serverFormError(error));
			else toast(errorMessageOf(error), { tone: 'bad' });
		},
	});

	function errorMessageOf(error: Error): string {
		return errorMessageFor(
			error,
			failureMessage,
			options.noConnectionMessage ?? COMMON_MESSAGES.failed,
		);
	}

	function show(formError: FormError | undefined): void {
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
		show(result.error && firstFormError(result.error.issues));
		if (result.success) sending.mutate(result.data);
	}

	return {
		form,
		onSubmit,
		errorOf: (field) => (currentError?.field === field ? currentError.message : undefined),
		alert: sending.error && !currentError ? errorMessageOf(sending.error) : undefined,
		isBusy: sending.isPending,
	};
}

function firstFormError(issues: readonly z.core.$ZodIssue[]): FormError | undefined {
	const [issue] = issues;
	return issue && { field: String(issue.path[0]), message: issue.message };
}

/** The field that the server names; undefined where it means none. */
function serverFormError(error: Error): FormError | undefined {
	const [issue] = error instanceof ApiError ? error.issues : [];
	return issue && { field: issue.path, message: issue.message };
}
