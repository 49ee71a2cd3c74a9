import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

interface BrokenRule {
	/** The `name` of the control. */
	field: string;
	message: string;
}

interface Options<Fields, Told> {
	/** Of the contract, by the names of the controls. */
	schema: z.ZodMiniType<Fields>;
	send: (fields: Fields) => Promise<Told>;
	onDone?: (told: Told) => void;
	/** When it was refused, or no answer came. */
	onFailed?: () => void;
	/** Of the dialog around it, when that is done. Not called once the dialog was closed: it may ask something else by then. */
	onClose?: () => void;
	/** Said where the server refuses without words. */
	failed?: string;
	/** Said where no answer came. */
	unreached?: string;
}

interface CheckedForm {
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
export function useCheckedForm<Fields, Told>(options: Options<Fields, Told>): CheckedForm {
	const { schema, send, onDone, onClose, failed = COMMON_MESSAGES.failed } = options;
	const form = useRef<HTMLFormElement>(null);
	const [broken, setBroken] = useState<BrokenRule>();
	const sending = useMutation({
		mutationFn: send,
		onSuccess: (told) => {
			onDone?.(told);
			if (form.current) onClose?.();
		},
		onError: (error) => {
			options.onFailed?.();
			if (form.current) point(ruleOf(error));
			else toast(wordsOf(error), { tone: 'bad' });
		},
	});

	function wordsOf(error: Error): string {
		return errorMessageFor(error, failed, options.unreached ?? COMMON_MESSAGES.failed);
	}

	function point(rule: BrokenRule | undefined): void {
		const control = rule && form.current?.elements.namedItem(rule.field);
		setBroken(control ? rule : undefined);
		if (control instanceof HTMLElement) control.focus();
	}

	function onSubmit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		if (sending.isPending) return;
		sending.reset();
		const typed = Object.fromEntries(new FormData(event.currentTarget));
		const checked = z.safeParse(schema, typed);
		point(checked.error && firstOf(checked.error.issues));
		if (checked.success) sending.mutate(checked.data);
	}

	return {
		form,
		onSubmit,
		errorOf: (field) => (broken?.field === field ? broken.message : undefined),
		alert: sending.error && !broken ? wordsOf(sending.error) : undefined,
		isBusy: sending.isPending,
	};
}

function firstOf(issues: readonly z.core.$ZodIssue[]): BrokenRule | undefined {
	const [issue] = issues;
	return issue && { field: String(issue.path[0]), message: issue.message };
}

/** The field that the server names; undefined where it means none. */
function ruleOf(error: Error): BrokenRule | undefined {
	const [issue] = error instanceof ApiError ? error.issues : [];
	return issue && { field: issue.path, message: issue.message };
}
