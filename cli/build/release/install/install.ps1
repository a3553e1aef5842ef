# Installs svc: downloads its release for this machine, checks it, and has it verify and install itself.
#   & ([scriptblock]::Create((irm @BASE@install.ps1))) -Dir 'C:\svc'
param(
  [string]$Dir = "$env:ProgramFiles\svc",
  [string]$Version = '@LATEST@',
  [string]$Url = '@BASE@'
)
$ErrorActionPreference = 'Stop'
Set-StrictMode -Version 3
# A progress bar makes downloads of Windows PowerShell many times slower.
$ProgressPreference = 'SilentlyContinue'
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

# SHA-256 of metadata/1.root.json, where the trust in releases begins.
$RootHash = '@ROOT_HASH@'
# version platform sha256 bytes
$Releases = @'
@RELEASES@
'@

function Get-Checked([string]$Address, [string]$File, [string]$Sha256) {
  if ($Address -like 'file:*') { Copy-Item -LiteralPath ([Uri]$Address).LocalPath -Destination $File }
  elseif ($Address -match '^(https://|http://(127\.0\.0\.1|localhost)[:/])') {
    Invoke-WebRequest -UseBasicParsing -Uri $Address -OutFile $File
  }
  else { throw "$Address is no address that releases come from. Use https:, or file: for a folder." }
  $Found = (Get-FileHash -Algorithm SHA256 -LiteralPath $File).Hash.ToLowerInvariant()
  if ($Found -ne $Sha256) {
    throw "$Address differs from what was published. Nothing was installed. Try again; if it stays so, do not trust this address."
  }
}

function Install-Svc {
  if (-not [Environment]::Is64BitOperatingSystem) { throw 'There is no release for 32-bit Windows.' }
  $Base = $Url.TrimEnd('/') + '/'
  $Platform = 'win-x64'
  $Row = $Releases -split "`r?`n" | Where-Object { $_.StartsWith("$Version $Platform ") } | Select-Object -First 1
  if (-not $Row) { throw "There is no release $Version for $Platform." }
  $Sha256 = ($Row -split ' ')[2]
  $Name = "svc-$Version-$Platform"
  if (Test-Path -LiteralPath "$Dir\current.txt") {
    throw "$Dir has an installation of svc. Update it: & '$Dir\bin\svc.cmd' app update --dir '$Dir'"
  }
  $IsNew = -not (Test-Path -LiteralPath $Dir)
  New-Item -ItemType Directory -Force -Path $Dir | Out-Null
  $Work = Join-Path $Dir ('.install-' + [IO.Path]::GetRandomFileName())
  $IsDone = $false
  try {
    New-Item -ItemType Directory -Path $Work | Out-Null
    Get-Checked "${Base}metadata/1.root.json" "$Work\root.json" $RootHash
    Write-Host "Downloading svc $Version for $Platform ..."
    Get-Checked "${Base}targets/$Sha256.$Name.tar.gz" "$Work\svc.tar.gz" $Sha256
    # Windows has had tar since version 1803.
    tar -xzf "$Work\svc.tar.gz" -C $Work
    if ($LASTEXITCODE -ne 0) { throw "The release cannot be unpacked into $Work. Check the space on the disk." }
    # This release verifies the repository's signatures and installs what it has verified.
    & "$Work\$Name\bin\svc.cmd" app fetch --dir $Dir --url $Base --version $Version
    if ($LASTEXITCODE -ne 0) { throw 'svc was not installed: its release did not pass the check above.' }
    if (-not (Test-Path -LiteralPath "$Dir\releases\$Version\bin\svc.cmd")) { throw "$Dir\releases\$Version\bin\svc.cmd is missing." }
    if (-not (Test-Path -LiteralPath "$Dir\current.txt")) { Set-Content -NoNewline -Encoding ascii "$Dir\current.txt" $Version }
    if (-not (Test-Path -LiteralPath "$Dir\bin\svc.cmd")) {
      New-Item -ItemType Directory -Force -Path "$Dir\bin" | Out-Null
      $Launcher = "@echo off`r`nset /p SVC_CURRENT=<`"%~dp0..\current.txt`"`r`n`"%~dp0..\releases\%SVC_CURRENT%\bin\svc.cmd`" %*`r`n"
      Set-Content -NoNewline -Encoding ascii "$Dir\bin\svc.cmd" $Launcher
    }
    $IsDone = $true
    Write-Host "svc $Version is in $Dir."
    Write-Host 'Next:'
    Write-Host "  & '$Dir\bin\svc.cmd' service install --dir '$Dir'"
  }
  finally {
    Remove-Item -Recurse -Force -LiteralPath $Work -ErrorAction SilentlyContinue
    if ($IsNew -and -not $IsDone -and -not (Get-ChildItem -Force -LiteralPath $Dir)) { Remove-Item -LiteralPath $Dir }
  }
}

Install-Svc
