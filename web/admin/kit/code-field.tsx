import { useEffect, useRef } from 'react';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface CodeFieldProps {
	hint?: string;
	error: string | undefined;
	/** True when the field appears in answer to the user's last step, so that they can type the code at once. */
	shouldFocus?: boolean;
}

/** The six digits of an authenticator app, or a recovery code, with room for spaces, which the contract removes. */
export function CodeField({ hint, error, shouldFocus = false }: CodeFieldProps) {
	const input = useRef<HTMLInputElement>(null);

	useEffect(() => {
		if (shouldFocus) input.current?.focus();
	}, [shouldFocus]);

	return (
		<Field label="Code" hint={hint} error={error}>
			{(control) => (
				<TextInput
					{...control}
					ref={input}
					name="code"
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={30}
					className="tracking-[0.2em] tabular-nums"
				/>
			)}
		</Field>
	);
}
