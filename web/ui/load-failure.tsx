import type { Ref } from 'react';
import { Button } from './button.tsx';
import { FormAlert } from './form-alert.tsx';

interface LoadFailureProps {
	message: string;
	onRetry: () => void;
	/** Of the button. */
	ref?: Ref<HTMLButtonElement>;
}

/** Says within a page or a dialog why a part of it could not be loaded, and offers to try again. */
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
