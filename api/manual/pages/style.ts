/** The style sheet of the manual: one column on a small screen, two on a wide one; light and dark as the system is. */
export const style = `:root{color-scheme:light dark;--text:#1b1f1d;--dim:#56615b;--page:#fff;--panel:#f4f7f5;--line:#d5ddd8;--accent:#1d6450;--on-accent:#fff;--c-key:#1d6450;--c-text:#7a4a00;--c-value:#77308c;--c-word:#a1235a;--c-name:#1b5a97;--c-part:#9a3412}
@media (prefers-color-scheme:dark){:root{--text:#e3e9e6;--dim:#a2b1a9;--page:#141816;--panel:#1d2320;--line:#36403b;--accent:#7fd0b5;--on-accent:#10201a;--c-key:#7fd0b5;--c-text:#e3b778;--c-value:#d6a5f0;--c-word:#f29bb2;--c-name:#8fc1f0;--c-part:#f2a583}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;font:16px/1.6 system-ui,sans-serif;color:var(--text);background:var(--page);overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--page);padding:.5rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1rem;background:var(--panel);border-bottom:1px solid var(--line)}
header>a{font-weight:700;text-decoration:none;color:var(--text)}
form{display:flex;gap:.5rem;flex:1 1 16rem;max-width:34rem}
input{flex:1;min-width:0;font:inherit;padding:.35rem .6rem;color:inherit;background:var(--page);border:1px solid var(--dim);border-radius:4px}
button{font:inherit;padding:.35rem 1rem;border:1px solid var(--accent);border-radius:4px;color:var(--on-accent);background:var(--accent);cursor:pointer}
nav ul,.list{list-style:none;margin:0;padding:0}
nav.side a{display:block;padding:.15rem .5rem;text-decoration:none;border-radius:4px}
nav.side a:hover{background:var(--line)}
nav.side ul ul{margin-left:.75rem;border-left:1px solid var(--line)}
nav.side{padding:1rem;border-top:1px solid var(--line);font-size:.95rem}
.contents{font-size:.95rem}
[aria-current]{font-weight:700;background:var(--line)}
main{padding:1rem;max-width:56rem;min-width:0}
.trail{font-size:.9rem;color:var(--dim)}.trail li{display:inline}.trail li+li::before{content:"› ";margin-left:.3rem}
h1{font-size:1.7rem;line-height:1.25;margin:.5rem 0;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}
.name{color:var(--dim);margin:0}
.summary{font-size:1.1rem}
code{font:.9em/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--panel);padding:.1em .25em;border-radius:3px;overflow-wrap:anywhere}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto}
pre code{background:none;padding:0;overflow-wrap:normal}
.code{position:relative}.code pre{padding-top:2.25rem}
.copy{position:absolute;top:.4rem;right:.4rem;padding:.1rem .6rem;font-size:.8rem;color:var(--dim);background:var(--page);border-color:var(--line)}
.copy:hover,.copy:focus-visible{color:var(--text);border-color:var(--dim)}
.status{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
.c-attr,.c-property,.c-attribute{color:var(--c-key)}
.c-string,.c-regexp,.c-char.escape_{color:var(--c-text)}
.c-number,.c-literal,.c-bullet,.c-symbol{color:var(--c-value)}
.c-keyword,.c-meta,.c-section,.c-selector-tag{color:var(--c-word)}
.c-built_in,.c-title,.c-type,.c-name{color:var(--c-name)}
.c-variable,.c-template-variable,.c-subst,.c-params{color:var(--c-part)}
.c-comment{color:var(--dim);font-style:italic}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{color:var(--dim);font-weight:600}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:4px solid var(--accent)}
.list li{margin:.6rem 0}.list span{display:block;color:var(--dim)}
.neighbours{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line)}
.neighbours ul{display:flex;flex-wrap:wrap;gap:.75rem}.neighbours li{flex:1 1 14rem}.neighbours span{display:block;color:var(--dim);font-size:.9rem}
.neighbours .next{text-align:right}
.note{border-left:4px solid var(--accent);padding:.1rem 1rem;background:var(--panel);border-radius:0 6px 6px 0}
@media (max-width:40rem){table,tbody,tr,td{display:block}thead{position:absolute;left:-100vw}tr{border-bottom:1px solid var(--line);padding:.5rem 0}td{border:0;padding:0}td:first-child{font-weight:600}td:nth-child(2):not(:last-child){color:var(--dim)}}
.columns{flex:1 0 auto;min-width:0;max-width:100%}
@media (min-width:60rem){.columns{display:grid;grid-template-columns:17rem minmax(0,1fr)}nav.side{grid-column:1;grid-row:1;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;border-top:0}main{grid-column:2;padding:1.5rem 2.5rem;border-left:1px solid var(--line)}.contents{display:none}}
@media print{header,nav{display:none}}
`;
