import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
// Must come before the app: Socket.IO's client remembers the `WebSocket` constructor that it finds when it loads.
import { fakeApi } from './fake-api.ts';
import '#web/styles/index.css';
import { hideMaintenance } from '#web/lib/api/maintenance.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearCredentials, takeSessionEndReason } from '#web/lib/session/credentials.ts';
import { currentToasts, dismissToast } from '#web/ui/toast.ts';

const VIEWPORT = { width: 1024, height: 860 };
/**
 * Warnings that do not fail a test. React warns when a page's script has loaded, so that rendering does not call `use`
 * (web/app/navigation/lazy-page.tsx). It also warns when data arrives while an item page opens with an animation.
 */
const EXPECTED_MESSAGES =
	/did not call use\(\) when it finished|flushSync update cancelled a View Transition/;
const consoleErrors: unknown[][] = [];
for (const level of ['error', 'warn'] as const) {
	// biome-ignore lint/suspicious/noConsole: wrapped, so that console output of the app fails the test
	const print = console[level].bind(console);
	console[level] = (...args: unknown[]) => {
		if (EXPECTED_MESSAGES.test(String(args[0]))) return;
		consoleErrors.push(args);
		print(...args);
	};
}

/**
 * Translators replace text nodes by elements. React then cannot insert before such a text or remove it, and the page is
 * gone. So a text that stands beside something conditional, or is conditional, is in an element of its own.
 */
const bareTexts: string[] = [];
const changes = new MutationObserver(noteBareTexts);
changes.observe(document.body, { childList: true, subtree: true });

function noteBareTexts(records: readonly MutationRecord[]): void {
	for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
		if (addedNodes.length > 0 && isText(nextSibling))
			bareTexts.push(`inserted before the text node “${nextSibling?.nodeValue}”`);
		// The only text of an element is removed by emptying the element, which works on replaced texts, too.
		if (!previousSibling && !nextSibling) continue;
		for (const node of removedNodes)
			if (isText(node)) bareTexts.push(`removed the text node “${node.nodeValue}”`);
	}
}

function isText(node: Node | null): boolean {
	return node instanceof Text && node.data.trim() !== '';
}

/** All files share the modules of the app, so their state is reset after each test. */
afterEach(async () => {
	const contractFaults = fakeApi.faults();
	vi.useRealTimers();
	vi.restoreAllMocks();
	await cleanup();
	hideMaintenance();
	localStorage.clear();
	sessionStorage.clear();
	clearCredentials();
	takeSessionEndReason();
	await fakeApi.reset();
	await eraseDrafts();
	for (const { key } of currentToasts()) dismissToast(key);
	window.history.replaceState(null, '', '/');
	if (window.innerWidth !== VIEWPORT.width) await page.viewport(VIEWPORT.width, VIEWPORT.height);

	const faults = [...contractFaults, ...consoleErrors.splice(0), ...bareTexts.splice(0)];
	// The message contains the faults, because some reports show nothing else.
	expect(faults, faults.join('\n')).toEqual([]);
});
