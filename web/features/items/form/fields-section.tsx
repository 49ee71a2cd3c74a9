import { type ReactNode, useId } from 'react';

interface FieldsSectionProps {
	heading: string;
	/** The form is being sent: nothing can be changed. */
	isLocked: boolean;
	children: ReactNode;
}

/** The fields of the item form below their heading. */
export function FieldsSection({ heading, isLocked, children }: FieldsSectionProps) {
	const headingId = useId();
	return (
		<fieldset disabled={isLocked} className="min-w-0">
			<section aria-labelledby={headingId} className="grid gap-4">
				<h2 id={headingId} className="flex min-h-11 items-center text-xl">
					{heading}
				</h2>
				{children}
			</section>
		</fieldset>
	);
}
