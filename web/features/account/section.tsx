import { type ReactNode, type RefObject, useId } from 'react';

interface SectionProps {
	title: string;
	/** What this is for, or what follows from it. */
	lead?: ReactNode;
	children: ReactNode;
	/** Takes the focus when what had it is gone. */
	headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** One matter of the account: what it is about on the left, what can be done on the right. */
export function Section({ title, lead, children, headingRef }: SectionProps) {
	const id = useId();

	return (
		<section
			aria-labelledby={id}
			className="grid content-start gap-x-10 gap-y-4 border-t border-line py-7 wide:grid-cols-[18rem_minmax(0,32rem)]"
		>
			<div className="grid content-start gap-1">
				<h2 id={id} ref={headingRef} tabIndex={headingRef && -1} className="text-xl outline-none">
					{title}
				</h2>
				{lead && <p className="max-w-[60ch] text-sm text-ink-soft">{lead}</p>}
			</div>
			<div className="grid min-w-0 content-start gap-4">{children}</div>
		</section>
	);
}
