import type { Ref } from 'react';
import { Button } from './button.tsx';
import { FormAlert } from './form-alert.tsx';

interface LoadFailureProps {
	message: string;
	onRetry: () => void;
	/** The ref of the button. */
	ref?: Ref<HTMLButtonElement>;
}

/** An error message for a part of a page or dialog that could not be loaded, with a button to try again. */
export function LoadFailure({ message, onRetry, ref }: LoadFailureProps) {
	return (
		<div className="grid justify-items-start gap-3">
			<FormAlert>{message}</FormAlert>
			<Button ref={ref} size="small" onClick={onRetry}>
				Try again
			</Button>
		</div>
	);
}
